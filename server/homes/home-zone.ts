import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { USUAL_ZONE, zoneOf } from '../lib/zone.ts'
import type { Store } from '../store/store.ts'

interface Homes {
  of(serialNumber: string): Promise<{ zone(): string | undefined } | undefined>
}

interface KnownHomes {
  known(): readonly { readonly serialNumber: string; zone(): string | undefined }[]
}

/**
 * The clocks of a person: those he says of himself, else those of a home of his, as far as it is known here without
 * asking it (decision 0249).
 */
export async function zoneOfPerson(
  { store, homes }: { store: Pick<Store, 'gateways' | 'quietHours'>; homes: KnownHomes },
  userId: string,
): Promise<string> {
  const said = await store.quietHours.find(userId)
  if (said) return said.zone
  const own = new Set((await store.gateways.ofUser(userId)).map(({ serialNumber }) => serialNumber))
  const home = homes.known().find((one) => own.has(one.serialNumber) && one.zone() !== undefined)
  return home?.zone() ?? USUAL_ZONE
}

/** The clocks of a home: those that its gateway tells of, else those of its owner (decision 0222). */
export const zoneOfHome = async (
  { store, homes }: { store: Pick<Store, 'quietHours'>; homes: Homes },
  { serialNumber, userId }: Pick<Gateway, 'serialNumber' | 'userId'>,
): Promise<string> =>
  (await homes.of(serialNumber))?.zone() ?? (userId ? await zoneOf(store.quietHours, userId) : USUAL_ZONE)
