const MINUTE_MS = 60_000

/** So many begin in a minute at most, spread over it. */
export class JobRate {
  readonly #perMinute: number | undefined
  #from: number
  #taken = 0

  constructor(perMinute: number | undefined, now: number) {
    this.#perMinute = perMinute
    this.#from = now
  }

  /** How many may begin now, of `wanted`. */
  allows(now: number, wanted: number): number {
    if (this.#perMinute === undefined) return wanted
    // The first begins at once.
    const allowed = 1 + Math.floor(((now - this.#from) * this.#perMinute) / MINUTE_MS)
    // What was not used is not made up for.
    if (allowed - this.#taken > Math.max(1, this.#perMinute)) {
      this.#from = now
      this.#taken = 0
      return Math.min(wanted, 1)
    }
    return Math.max(0, Math.min(wanted, allowed - this.#taken))
  }

  took(count: number): void {
    this.#taken += count
  }

  /** When the next may begin. */
  nextAt(now: number): number {
    if (this.#perMinute === undefined) return now
    return Math.max(now, this.#from + Math.ceil((this.#taken * MINUTE_MS) / this.#perMinute))
  }
}
