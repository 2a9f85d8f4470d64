/** Lets `burst` through at once and `perSecond` for ever after. */
export class Bucket {
  #tokens: number
  #at: number
  readonly #perSecond: number
  readonly #burst: number

  constructor({ perSecond, burst }: { perSecond: number; burst: number }, now: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#at = now
  }

  /** 0 when one was taken, else the milliseconds until the next can be. */
  take(now: number): number {
    // A clock that was set back gives nothing and takes nothing.
    const passed = Math.max(0, now - this.#at)
    this.#at = now
    this.#tokens = Math.min(this.#burst, this.#tokens + (passed * this.#perSecond) / 1000)
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) * 1000) / this.#perSecond)
    this.#tokens -= 1
    return 0
  }
}
