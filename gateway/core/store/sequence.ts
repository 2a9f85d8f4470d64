import type { WriteBehindStore } from './write-behind-store.ts'

const block = 1000
/** More than this waiting while the store fails: dropped, but counted, so that clients see the gap and ask for a snapshot. */
const patience = 5000

/**
 * Numbers of events: without gaps while running, and never backwards after a restart (L-04), since a block of numbers is
 * reserved in the store before the first of them is used. Without a reserved number, what is to be sent waits.
 */
export class Sequence {
  readonly #storage: WriteBehindStore
  readonly #waiting: ((seq: number) => void)[] = []
  #last = 0
  #reserved = 0
  #asking = false

  constructor(storage: WriteBehindStore) {
    this.#storage = storage
  }

  /** Number of the last event that was sent. */
  get last(): number {
    return this.#last
  }

  async open(stored: unknown): Promise<void> {
    this.#last = this.#reserved = typeof stored === 'number' && Number.isSafeInteger(stored) ? stored : 0
    await this.#reserve()
  }

  next(send: (seq: number) => void): void {
    if (this.#waiting.length >= patience) this.#last += this.#waiting.splice(0).length
    this.#waiting.push(send)
    this.#drain()
    void this.#reserve()
  }

  #drain(): void {
    while (this.#last < this.#reserved) {
      const send = this.#waiting.shift()
      if (!send) return
      this.#last += 1
      send(this.#last)
    }
  }

  /** Until nothing waits and half a block is left: of a burst, however long, the last is not left for the next event. */
  async #reserve(): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    while (this.#waiting.length > 0 || this.#reserved - this.#last < block / 2) {
      const upTo = Math.max(this.#reserved, this.#last + this.#waiting.length) + block
      await this.#storage.surely(new Map([['seq', upTo]]))
      this.#reserved = upTo
      this.#drain()
    }
    this.#asking = false
  }
}
