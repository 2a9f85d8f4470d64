const WINDOW_MS = 60_000
const PER_ADDRESS = 10
const IN_ALL = 30

/** Tries to sign in, counted by address and in all; a minute at a time. */
export class Attempts {
  readonly #now: () => number
  #begun = 0
  readonly #counts = new Map<string, number>()
  #all = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts one; false when it is one too many. */
  allowed(address: string): boolean {
    if (this.#now() - this.#begun >= WINDOW_MS) {
      this.#begun = this.#now()
      this.#all = 0
      this.#counts.clear()
    }
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    this.#all += 1
    return count <= PER_ADDRESS && this.#all <= IN_ALL
  }

  /** Seconds until the count begins anew. */
  get retryAfter(): number {
    return Math.max(1, Math.ceil((this.#begun + WINDOW_MS - this.#now()) / 1000))
  }
}
