import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Clock } from '#gateway/core/ports.ts'
import { entryOf } from '#gateway/lib/network/entry.ts'
import { networkOf, type Standing } from '#gateway/lib/network/network.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'
import type { NetworkSpan } from '#schemas/generated/entities/network-span.ts'
import { conflict } from '../lib/refusal.ts'
import type { Log } from '../log.ts'
import type { Kept, NewSnapshot } from '../store/homes/network-snapshots.ts'
import type { Store } from '../store/store.ts'
import type { Home } from './home.ts'

/** As many as a snapshot holds, and as many of them as are named in its summary. */
const MOST = 2000
const NAMED = 50
const NAME = 100
const { networkSnapshotEvery, networkSnapshotsKept, networkSnapshotsByHand, routeExpires } = limits.limits
const EVERY = networkSnapshotEvery.value
/** How often is looked whether one is due. */
const LOOKS = 60_000

export const KEPT: Kept = { scheduled: networkSnapshotsKept.value, byHand: networkSnapshotsByHand.value }

interface Parts {
  store: Pick<Store, 'networkSnapshots'>
  homes: {
    known(): readonly Home[]
    of(serialNumber: string): Promise<Home | undefined>
  }
  clock: Clock
  log: Pick<Log, 'error'>
}

/** Keeps how the devices of homes are reached, every few hours and whenever somebody wants it. */
export class NetworkSnapshots {
  readonly #parts: Parts
  /** When the last one by schedule was taken. */
  readonly #last = new Map<string, number>()
  #cancel: (() => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#cancel = this.#parts.clock.after(LOOKS, () => {
      void this.#look().finally(() => {
        if (this.#cancel) this.start()
      })
    })
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  /** A gateway that is away cannot be asked; what it told last is in the last snapshot. */
  async take(serialNumber: string, name?: string): Promise<NetworkSpan> {
    const { homes, clock, store } = this.#parts
    const home = await homes.of(serialNumber)
    if (!home?.online()) throw conflict('GATEWAY_OFFLINE')
    const taken: NewSnapshot = {
      ...takenOf(home, clock.now()),
      byHand: true,
      ...(name !== undefined && { name }),
    }
    await store.networkSnapshots.keep(serialNumber, taken, KEPT)
    const { nodes: _nodes, ...span } = taken
    return span
  }

  /** The home is another than before: what was kept says nothing of it. */
  async renew(serialNumber: string): Promise<void> {
    const home = await this.#parts.homes.of(serialNumber)
    this.#last.delete(serialNumber)
    if (home?.online()) await this.#take(home, this.#parts.clock.now())
  }

  async #look(): Promise<void> {
    const { homes, log } = this.#parts
    for (const home of homes.known())
      if (home.online())
        await this.#takeIfDue(home).catch((error: unknown) =>
          log.error(
            { serialNumber: home.serialNumber, error: String(error) },
            'A snapshot of the network could not be kept',
          ),
        )
  }

  async #takeIfDue(home: Home): Promise<void> {
    const { serialNumber } = home
    const { store, clock } = this.#parts
    const now = clock.now()
    const last = this.#last.get(serialNumber) ?? (await store.networkSnapshots.lastScheduled(serialNumber))
    if (last === undefined || now - last >= EVERY || last > now) await this.#take(home, now)
    else this.#last.set(serialNumber, last)
  }

  async #take(home: Home, now: number): Promise<void> {
    // Without devices nothing is known of it yet.
    if (home.devices().length === 0) return
    this.#last.set(home.serialNumber, now)
    await this.#parts.store.networkSnapshots.keep(home.serialNumber, takenOf(home, now), KEPT)
  }
}

const takenOf = (home: Home, at: number): NewSnapshot => {
  const devices = home.devices()
  return snapshotOf(devices.slice(0, MOST).map(namedEntry), at, devices.length)
}

export const namedEntry = (device: Device): NetworkEntry => ({
  ...entryOf(device),
  device_name: device.device_name.slice(0, NAME),
})

export function snapshotOf(nodes: NetworkEntry[], at: number, total = nodes.length): NewSnapshot {
  const network = [...networkOf(nodes, { now: at, expires: routeExpires.value * 1000 }).values()]
  const named = (wanted: Standing): string[] =>
    network
      .filter(({ standing }) => standing === wanted)
      .slice(0, NAMED)
      .map(({ id }) => id)
  return { at, byHand: false, total, weak: named('weak'), lost: named('lost'), nodes }
}
