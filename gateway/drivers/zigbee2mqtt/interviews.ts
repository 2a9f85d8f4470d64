import type { Clock } from '#gateway/core/ports.ts'
import type { BridgeDevice } from './wire.ts'

/** When an interview that failed is tried again; after the last, the device has to speak first. */
const delays = [30_000, 5 * 60_000, 30 * 60_000]
/** A device that says hello several times is asked once. */
const pause = 30_000

interface Attempt {
  count: number
  last: number
  cancel: () => void
}

/** Devices whose interview failed are asked again: after a while, and whenever they are heard. */
export class Interviews {
  readonly #clock: Clock
  readonly #ask: (device: string) => void
  readonly #failed = new Map<string, Attempt>()

  constructor(clock: Clock, ask: (device: string) => void) {
    this.#clock = clock
    this.#ask = ask
  }

  /** Takes note of how the interview of a device stands. */
  look({ ieee, interview }: BridgeDevice): void {
    if (interview === 'SUCCESSFUL') this.forget(ieee)
    if (interview !== 'FAILED' || this.#failed.has(ieee)) return
    this.#failed.set(ieee, { count: 0, last: Number.NEGATIVE_INFINITY, cancel: () => {} })
    this.#plan(ieee)
  }

  /** It was heard: now it is awake. */
  heard(ieee: string): void {
    const attempt = this.#failed.get(ieee)
    if (!attempt || this.#clock.now() - attempt.last < pause) return
    attempt.last = this.#clock.now()
    this.#ask(ieee)
  }

  forget(ieee: string): void {
    this.#failed.get(ieee)?.cancel()
    this.#failed.delete(ieee)
  }

  stop(): void {
    for (const ieee of [...this.#failed.keys()]) this.forget(ieee)
  }

  #plan(ieee: string): void {
    const attempt = this.#failed.get(ieee)
    const delay = attempt && delays[attempt.count]
    if (!attempt || delay === undefined) return
    attempt.cancel = this.#clock.after(delay, () => {
      attempt.count += 1
      attempt.last = this.#clock.now()
      this.#ask(ieee)
      this.#plan(ieee)
    })
  }
}
