import type { Has, Reading } from '#gateway/lib/fleet/drift.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { GoldenHome } from '#schemas/generated/entities/golden-home.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { Backups } from '../gateways/backups/backups.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Store } from '../store/store.ts'

export interface ReadingParts {
  store: Pick<Store, 'gatewayLife'>
  backups: Pick<Backups, 'read' | 'lastKnown'>
  homes: {
    of(serialNumber: string): Promise<{ devices(): readonly Device[] } | undefined>
    /** Those that are awake. */
    known(): readonly { serialNumber: string }[]
    isInside(gateway: Gateway): boolean
  }
  clock: { now(): number }
}

export interface Read {
  reading: Reading
  source: Exclude<GoldenHome['source'], 'file'>
  /** Epoch ms: how it was then. */
  asOf: number
}

/** How a home is set up, as it says itself, or else as it was when it was last backed up; undefined: nobody knows. */
export async function readHome(
  { backups, clock }: ReadingParts,
  gateway: Gateway,
): Promise<Read | undefined> {
  const { serialNumber } = gateway
  try {
    const content = await backups.read(serialNumber)
    return { reading: readingOf(gateway, content), source: 'live', asOf: clock.now() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  const known = await backups.lastKnown(serialNumber).catch((error: unknown) => {
    // A damaged backup tells nothing.
    if (error instanceof Refusal) return undefined
    throw error
  })
  return known && { reading: readingOf(gateway, known.content), source: 'backup', asOf: known.asOf }
}

export const readingOf = (
  { model, currentFWVersion, isAutomaticallyBackup = false }: Gateway,
  content: HomeContent,
): Reading => ({
  content,
  model,
  ...(currentFWVersion !== undefined && { version: currentFWVersion }),
  automaticBackup: isAutomaticallyBackup,
})

/** What the devices of a home have; where nothing is known of them, everything may be. */
export async function hasOf({ homes }: ReadingParts, serialNumber: string): Promise<Has> {
  const devices = (await homes.of(serialNumber))?.devices() ?? []
  if (devices.length === 0) return () => true
  const kinds = new Set(
    devices.flatMap(({ service_list }) =>
      service_list.flatMap(({ name, property_list }) =>
        property_list.map((property) => `${name}.${property.name}`),
      ),
    ),
  )
  return (service, property) => kinds.has(`${service}.${property}`)
}

/** Where a gateway stands, in two lines. */
export async function houseOf(
  { store }: ReadingParts,
  serialNumber: string,
): Promise<{ house: string; place: string }> {
  const { address, zip = '', city = '' } = (await store.gatewayLife.address(serialNumber)) ?? {}
  return { house: address?.line1.trim() ?? '', place: [zip, city].filter((part) => part).join(' ') }
}
