import type { Clock } from '#gateway/core/ports.ts'

/** Messages of one topic that are taken at once, and how many a second after that. */
const burst = 200
const perSecond = 20
/** Topics that are watched for it. */
const most = 10_000

interface Bucket {
  left: number
  at: number
  waiting: string | undefined
}

/**
 * Keeps a topic that says too much from taking the time of all others. What comes too fast is dropped, but for the newest,
 * which is delivered when there is time again: a value that has changed is never lost.
 */
export class Flood {
  readonly #clock: Clock
  readonly #deliver: (topic: string, payload: string) => void
  readonly #dropped: (topic: string) => void
  readonly #buckets = new Map<string, Bucket>()

  constructor(
    clock: Clock,
    deliver: (topic: string, payload: string) => void,
    dropped: (topic: string) => void,
  ) {
    this.#clock = clock
    this.#deliver = deliver
    this.#dropped = dropped
  }

  take(topic: string, payload: string): void {
    const bucket = this.#refilled(topic)
    if (bucket.waiting !== undefined) {
      bucket.waiting = payload
      this.#dropped(topic)
    } else if (bucket.left >= 1) {
      bucket.left -= 1
      this.#deliver(topic, payload)
    } else {
      bucket.waiting = payload
      this.#clock.after(1000 / perSecond, () => this.#late(topic, bucket))
    }
  }

  #late(topic: string, bucket: Bucket): void {
    const payload = bucket.waiting
    bucket.waiting = undefined
    // What was forgotten meanwhile is of a topic that nobody listens to any more.
    if (payload !== undefined && this.#buckets.get(topic) === bucket) this.#deliver(topic, payload)
  }

  stop(): void {
    this.#buckets.clear()
  }

  #refilled(topic: string): Bucket {
    const now = this.#clock.now()
    const known = this.#buckets.get(topic)
    if (known) {
      known.left = Math.min(burst, known.left + (Math.max(0, now - known.at) / 1000) * perSecond)
      known.at = now
      return known
    }
    if (this.#buckets.size >= most) this.#forgetQuiet()
    const bucket = { left: burst, at: now, waiting: undefined }
    this.#buckets.set(topic, bucket)
    return bucket
  }

  #forgetQuiet(): void {
    for (const [topic, { waiting }] of this.#buckets) if (waiting === undefined) this.#buckets.delete(topic)
  }
}
