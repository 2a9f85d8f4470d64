import { networkOf } from '../addresses.ts'

const WINDOW_MS = 60_000
const PER_ADDRESS = 10
/** So many at once are looked at without a wait, wherever they come from. */
const AT_ONCE = 30
/** The others one after another, this far apart. */
const APART_MS = 1000
const MOST_WAITING = 40

interface Waiting {
  /** How many tries of its address this is. */
  count: number
  go(admitted: boolean): void
}

/**
 * Tries to sign in: each address has so many a minute. All addresses together are slowed down but never shut out,
 * and who tries for the first time goes before who has tried often, so that nobody on this network keeps the owner out.
 */
export class Attempts {
  readonly #now: () => number
  readonly #pause: () => Promise<unknown>
  #begun = 0
  readonly #counts = new Map<string, number>()
  #all = 0
  readonly #waiting: Waiting[] = []
  #serving = false

  constructor(
    now: () => number,
    pause: () => Promise<unknown> = () => new Promise((resolve) => setTimeout(resolve, APART_MS).unref()),
  ) {
    this.#now = now
    this.#pause = pause
  }

  /** Counts one, and resolves when it may be looked at; false when it may not. */
  async admitted(address: string): Promise<boolean> {
    if (this.#now() - this.#begun >= WINDOW_MS) {
      this.#begun = this.#now()
      this.#all = 0
      this.#counts.clear()
    }
    const network = networkOf(address)
    const count = (this.#counts.get(network) ?? 0) + 1
    this.#counts.set(network, count)
    if (count > PER_ADDRESS) return false
    this.#all += 1
    if (this.#all <= AT_ONCE) return true
    return new Promise((go) => this.#enqueue({ count, go }))
  }

  /** Seconds until the count begins anew. */
  get retryAfter(): number {
    return Math.max(1, Math.ceil((this.#begun + WINDOW_MS - this.#now()) / 1000))
  }

  /** In front of all who have tried more often; when there are too many, the last of the line has to go. */
  #enqueue(one: Waiting): void {
    const behind = this.#waiting.findIndex(({ count }) => count > one.count)
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, one)
    if (this.#waiting.length > MOST_WAITING) this.#waiting.pop()?.go(false)
    if (!this.#serving) void this.#serve()
  }

  async #serve(): Promise<void> {
    this.#serving = true
    while (this.#waiting.length > 0) {
      await this.#pause()
      this.#waiting.shift()?.go(true)
    }
    this.#serving = false
  }
}
