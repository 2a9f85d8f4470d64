import { entryOf } from '#gateway/lib/network/entry.ts'
import { signalLevel } from '#gateway/lib/network/signal.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'
import type { Devices } from '../devices/devices.ts'
import { CommandError, codes } from '../errors.ts'
import type { Clock, Driver, DriverHost } from '../ports.ts'

/** As many as one answer and one event hold. */
const MOST = 2000
const MOST_AT_ONCE = 250
/** Link quality changes with every message; less than this is no news. */
const STEP = 16
/** What has changed meanwhile is told together (spec 2 §4: the age of a route is refreshed every 12 s). */
const TOGETHER = 12_000
/** A device that is awake answers sooner. */
const PATIENCE = 8000

type Link = Parameters<DriverHost['link']>[0]

interface Parts {
  clock: Clock
  devices: Pick<Devices, 'all' | 'get'>
  driverOf(device: string): Driver | undefined
  emit(event: string, data: unknown): void
}

export interface Answered {
  outcome: 'answered' | 'silent' | 'asleep'
  ms?: number
}

/** How devices are reached: told together every few seconds, as far as it changes, and tried when somebody asks. */
export class Ways {
  readonly #parts: Parts
  readonly #changed = new Set<string>()
  /** Link quality as it was told last. */
  readonly #told = new Map<string, number>()
  readonly #waiting = new Map<string, Set<() => void>>()
  #cancel: (() => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  all(): { nodes: NetworkEntry[]; total: number } {
    const devices = this.#parts.devices.all()
    return { nodes: devices.slice(0, MOST).map(entryOf), total: devices.length }
  }

  /** A driver has told how a device is reached. */
  linked({ device, lqiValue, route }: Link): void {
    this.heard(device)
    if (route === undefined && !this.#isNews(device, lqiValue)) return
    this.#changed.add(device)
    this.#cancel ??= this.#parts.clock.after(TOGETHER, () => this.#tell())
  }

  /** A device has spoken. */
  heard(device: string): void {
    for (const wake of this.#waiting.get(device) ?? []) wake()
  }

  forget(device: string): void {
    this.#changed.delete(device)
    this.#told.delete(device)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  /** Asks a device for a value, and waits for whatever it says. */
  async ask(device: Device): Promise<Answered> {
    if (device.sleeping) return { outcome: 'asleep' }
    const { clock, driverOf } = this.#parts
    const target = askable(device)
    const driver = driverOf(device.id)
    if (!target || !driver?.get) throw new CommandError(codes.impossible, 'The device cannot be asked')
    const begun = clock.now()
    const answered = this.#hears(device.id)
    // What refuses at once has not answered either.
    await driver.get(target).catch(() => {})
    return (await answered) ? { outcome: 'answered', ms: clock.now() - begun } : { outcome: 'silent' }
  }

  #hears(device: string): Promise<boolean> {
    const waiting = this.#waiting.get(device) ?? new Set()
    this.#waiting.set(device, waiting)
    return new Promise((resolve) => {
      const end = (heard: boolean): void => {
        cancel()
        waiting.delete(wake)
        if (waiting.size === 0) this.#waiting.delete(device)
        resolve(heard)
      }
      const wake = (): void => end(true)
      const cancel = this.#parts.clock.after(PATIENCE, () => end(false))
      waiting.add(wake)
    })
  }

  #isNews(device: string, lqi: number | undefined): boolean {
    if (lqi === undefined) return false
    const told = this.#told.get(device)
    return told === undefined || signalLevel(told) !== signalLevel(lqi) || Math.abs(told - lqi) >= STEP
  }

  #tell(): void {
    this.#cancel = undefined
    const ids = [...this.#changed].slice(0, MOST_AT_ONCE)
    const nodes = ids.flatMap((id) => {
      this.#changed.delete(id)
      const device = this.#parts.devices.get(id)?.description
      if (device?.lqiValue !== undefined) this.#told.set(id, device.lqiValue)
      return device ? [entryOf(device)] : []
    })
    if (nodes.length > 0) this.#parts.emit('network_changed', { nodes })
    if (this.#changed.size > 0) this.#cancel = this.#parts.clock.after(TOGETHER, () => this.#tell())
  }
}

/** Any value that can be asked for shows that a device is there. */
function askable({ id, service_list }: Device) {
  for (const { name: service, property_list } of service_list)
    for (const { name: property, access } of property_list)
      if (access?.includes('get')) return { device: id, service, property }
  return undefined
}
