import { localOf } from '#gateway/lib/times/zone.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { CommandError, codes } from '../errors.ts'
import type { Clock, Driver } from '../ports.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'

/** Where the window is kept, and what has been done in it; there as long as a home has a window. */
export const UPDATES_KEY = 'automatic_updates'

/** The gateway's own service, under its serial number (spec 3 §4). */
const SERVICE = 'OtaControllerService'
const EDGES = { AutoUpdateStartTime: 'start', AutoUpdateStopTime: 'stop' } as const
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** The clock is looked at so often: a machine that slept, or whose clock was set, is found out (L-07). */
const LOOK = 30_000
/** A device that is away is not asked (spec 3 §4). */
const OFFLINE = 5
/** Of the states of an upgrade, 1 and 2 are in progress (spec 3 §4). */
const FINISHED = 4

interface Kept {
  start?: string | undefined
  stop?: string | undefined
  /** Local day on which the server was told that the window has opened. */
  told?: string | undefined
  /** And on which all devices were through. */
  done?: string | undefined
}

interface Parts {
  /** Its serial number: the id under which it is itself a device. */
  self: string
  clock: Clock
  storage: Pick<WriteBehindStore, 'now'>
  devices(): readonly Device[]
  driverOf(device: string): Driver | undefined
  zone(): string
  emit(event: string, data: unknown): void
  trouble(message: string, error: unknown): void
}

/**
 * The window in which a gateway updates itself and its devices without being asked. Its own firmware is the server's to
 * offer, so it tells the server that the window has opened; devices are updated one after the other, and what has begun
 * is brought to its end (decision 0178).
 */
export class AutomaticUpdates {
  readonly #parts: Parts
  #kept: Kept = {}
  #state: 0 | 1 | 2 = 0
  #timer: () => void = () => {}
  #working = false
  #stopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    this.#kept = (stored.get(UPDATES_KEY) as Kept | undefined) ?? {}
    this.#plan()
  }

  stop(): void {
    this.#stopped = true
    this.#timer()
  }

  told(): Commands['get_update_window']['data'] {
    const { start, stop, done } = this.#kept
    if (!start || !stop) return { state: 0 }
    return { start, stop, state: this.#state === 0 && done === this.#today().day ? FINISHED : this.#state }
  }

  isOwn(device: string): boolean {
    return device === this.#parts.self
  }

  value(service: string, property: string): string {
    return this.#kept[edgeOf(service, property)] ?? ''
  }

  /** Resolves when it is stored. An empty time closes the window for good. Rejects with a CommandError. */
  async set(service: string, property: string, value: unknown): Promise<void> {
    const edge = edgeOf(service, property)
    if (typeof value !== 'string' || (value !== '' && !TIME.test(value)))
      throw new CommandError(codes.invalid, 'The value is no time of day')
    const { start, stop }: Kept = { ...this.#kept, [edge]: value }
    // spec 3 §5
    if (start && stop && stop <= start)
      throw new CommandError(codes.invalid, 'TIME_TRIGGER_ZOTA_ERROR: the window ends before it begins')
    await this.#keep({ ...this.#kept, [edge]: value === '' ? undefined : value })
    this.#plan()
  }

  async #keep(kept: Kept): Promise<void> {
    const isEmpty = !kept.start && !kept.stop
    await this.#parts.storage.now(new Map([[UPDATES_KEY, isEmpty ? undefined : kept]]))
    this.#kept = kept
  }

  #today(): { day: string; time: string } {
    const { clock, zone } = this.#parts
    const { year, month, day, hour, minute } = localOf(clock.now(), zone())
    return { day: `${year}-${month}-${day}`, time: `${pad(hour)}:${pad(minute)}` }
  }

  #isOpen(): boolean {
    const { start, stop } = this.#kept
    const { time } = this.#today()
    return !this.#stopped && !!start && !!stop && start <= time && time < stop
  }

  #plan(): void {
    this.#timer()
    if (this.#stopped || !this.#kept.start || !this.#kept.stop) return
    this.#timer = this.#parts.clock.after(LOOK, () => {
      this.#plan()
      if (!this.#working && this.#isOpen()) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#working = true
    const { emit, trouble } = this.#parts
    const { day } = this.#today()
    try {
      if (this.#kept.told !== day) {
        await this.#keep({ ...this.#kept, told: day })
        // Devices have their turn at the next look: the server may be restarting this gateway by then.
        return emit('automatic_update_due', { until: this.#until() })
      }
      if (this.#kept.done === day) return
      await this.#devices()
      if (!this.#stopped) await this.#keep({ ...this.#kept, done: day })
    } catch (error) {
      trouble('Automatic updates failed', error)
    } finally {
      this.#state = 0
      this.#working = false
    }
  }

  async #devices(): Promise<void> {
    const { devices, driverOf, trouble } = this.#parts
    for (const { id } of devices()) {
      if (!this.#isOpen()) return
      // As it is now: those before it may have taken hours.
      if (devices().find((one) => one.id === id)?.status === OFFLINE) continue
      this.#state = 1
      const begun = (): void => {
        this.#state = 2
      }
      await driverOf(id)
        ?.update?.(id, begun)
        .catch((error: unknown) => trouble('A device was not updated', error))
    }
  }

  #until(): string {
    const { clock } = this.#parts
    const minutes = minutesOf(this.#kept.stop ?? '') - minutesOf(this.#today().time)
    return new Date(clock.now() + minutes * 60_000).toISOString()
  }
}

function edgeOf(service: string, property: string): 'start' | 'stop' {
  if (service === SERVICE && Object.hasOwn(EDGES, property)) return EDGES[property as keyof typeof EDGES]
  throw new CommandError(codes.unknown, 'The gateway has no such property')
}

const pad = (part: number): string => String(part).padStart(2, '0')

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
