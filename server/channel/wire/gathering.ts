import type { Clock } from '#gateway/core/ports.ts'
import type { Limits } from '../limits.ts'
import { encodePublish } from './publish-bytes.ts'
import { valueIn } from './told-value.ts'

/** So much leaves at once, whenever it is. */
const MOST_BYTES = 16 * 1024

const [OPENS, BETWEEN, CLOSES] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

interface GatheringOptions {
  /** Where the events of the home are said. */
  topic: string
  /** Those that the client shows: `device_id/service_name/property_name`. */
  values: readonly string[]
  clock: Pick<Clock, 'now' | 'after'>
  limits: Pick<Limits, 'calmMs'>
  leave(packet: Buffer): void
}

/**
 * What is told of values that a client does not show waits for each other and leaves as one message, an array of events, in
 * its order: before whatever else is said, and a quarter of a second later at the latest. The first in a quiet home waits
 * for nothing. Each message costs server and page as much as many together (decision 0292).
 */
export class Gathering {
  readonly topic: string
  readonly #shown: ReadonlySet<string>
  readonly #clock: GatheringOptions['clock']
  readonly #calmMs: number
  readonly #leave: GatheringOptions['leave']
  #waiting: Buffer[] = []
  #bytes = 0
  #leftAt = Number.NEGATIVE_INFINITY
  #stop: (() => void) | undefined

  constructor({ topic, values, clock, limits, leave }: GatheringOptions) {
    this.topic = topic
    this.#shown = new Set(values)
    this.#clock = clock
    this.#calmMs = limits.calmMs
    this.#leave = leave
  }

  /** Whether it keeps a message for a moment. */
  takes(payload: Buffer): boolean {
    const value = valueIn(payload)
    if (value === undefined || this.#shown.has(value)) return false
    const due = this.#leftAt + this.#calmMs - this.#clock.now()
    if (due <= 0 && this.#waiting.length === 0) {
      this.#leftAt = this.#clock.now()
      return false
    }
    this.#waiting.push(payload)
    this.#bytes += payload.length
    if (this.#bytes >= MOST_BYTES) this.#now()
    else this.#stop ??= this.#clock.after(due, () => this.#now())
    return true
  }

  /** The message that holds all that waits: nothing waits any more. */
  take(): Buffer | undefined {
    this.#stop?.()
    this.#stop = undefined
    if (this.#waiting.length === 0) return undefined
    const parts = this.#waiting.flatMap((payload, at) => [at === 0 ? OPENS : BETWEEN, payload])
    this.#waiting = []
    this.#bytes = 0
    this.#leftAt = this.#clock.now()
    return encodePublish(this.topic, Buffer.concat([...parts, CLOSES]))
  }

  #now(): void {
    const packet = this.take()
    if (packet) this.#leave(packet)
  }
}
