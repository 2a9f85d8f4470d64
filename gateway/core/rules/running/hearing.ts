import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'

/** What was heard last of devices of which rules wait that they fall silent; there as long as there are some. */
export const HEARD_KEY = 'rules/heard'

/** Longer than this between two looks, the machine slept, or its clock was set. */
const ASLEEP = 2 * 60_000
/** So often it is written down how long it has listened; what a power failure takes of it makes nobody silent. */
const WRITTEN = 5 * 60_000

interface Kept {
  listened: number
  heard: Record<string, number>
}

interface Parts {
  storage: Pick<WriteBehindStore, 'later'>
  /** When a device reported a value last, epoch ms, as far as that is kept of it. */
  reported(device: string): number | undefined
}

/**
 * How long devices have been silent, by a clock that goes while the gateway listens: neither a restart, nor sleep, nor a
 * clock that is set counts as silence (decision 0258).
 */
export class Hearing {
  readonly #parts: Parts
  /** ms for which the gateway has listened. */
  #listened = 0
  #written = 0
  /** Epoch ms: since when it runs, and when it looked last. */
  #began = 0
  #looked = 0
  /** By device: `#listened` when it was heard. */
  readonly #heard = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(stored: ReadonlyMap<string, unknown>, now: number): void {
    const kept = stored.get(HEARD_KEY)
    if (isKept(kept)) {
      this.#listened = kept.listened
      this.#written = kept.listened
      for (const [device, at] of Object.entries(kept.heard)) this.#heard.set(device, at)
    }
    this.#began = now
    this.#looked = now
  }

  /** Answers with how long nobody listened until now, ms. */
  look(now: number): number {
    const passed = now - this.#looked
    this.#looked = now
    if (passed > ASLEEP) return passed
    if (passed > 0) this.#listened += passed
    if (this.#heard.size > 0 && this.#listened - this.#written >= WRITTEN) this.#write()
    return 0
  }

  /** These devices are listened to from now on, and no others. */
  listen(devices: ReadonlySet<string>, now: number): void {
    const gone = [...this.#heard.keys()].filter((device) => !devices.has(device))
    const fresh = [...devices].filter((device) => !this.#heard.has(device))
    for (const device of gone) this.#heard.delete(device)
    for (const device of fresh) this.#heard.set(device, this.#listened - this.#quietFor(device, now))
    if (gone.length + fresh.length > 0) this.#write()
  }

  listensTo(device: string): boolean {
    return this.#heard.has(device)
  }

  /** A device that is listened to has said something just now. */
  heard(device: string): void {
    this.#heard.set(device, this.#listened)
    this.#write()
  }

  /** Epoch ms, as if the gateway had always listened. */
  at(device: string, now: number): number | undefined {
    const heard = this.#heard.get(device)
    return heard === undefined ? undefined : now - (this.#listened - heard)
  }

  kept(): Kept | undefined {
    if (this.#heard.size === 0) return undefined
    return { listened: this.#listened, heard: Object.fromEntries(this.#heard) }
  }

  stop(): void {
    if (this.#heard.size > 0) this.#write()
  }

  #quietFor(device: string, now: number): number {
    return Math.max(0, now - Math.max(this.#began, this.#parts.reported(device) ?? this.#looked))
  }

  #write(): void {
    this.#written = this.#listened
    this.#parts.storage.later(HEARD_KEY, () => this.kept())
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'listened') === 'number' &&
  typeof Reflect.get(value, 'heard') === 'object' &&
  Reflect.get(value, 'heard') !== null

/** By device: the shortest silence that a rule waits for, ms. */
export function silencesIn(rules: readonly Rule[]): ReadonlyMap<string, number> {
  const shortest = new Map<string, number>()
  for (const { silence_triggers = [] } of rules)
    for (const { device_id, after } of silence_triggers)
      shortest.set(device_id, Math.min(after, shortest.get(device_id) ?? after))
  return shortest
}
