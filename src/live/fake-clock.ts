import type { Clock } from './clock.ts'

/** A clock that stands still until a test lets time pass. */
export class FakeClock implements Clock {
  #now = 1_800_000_000_000
  readonly #timers = new Set<{ at: number; run: () => void }>()

  get timers(): number {
    return this.#timers.size
  }

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Lets `ms` pass; whatever falls due runs in its order. */
  pass(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      let next = Number.POSITIVE_INFINITY
      for (const { at } of this.#timers) next = Math.min(next, at)
      if (next > end) break
      this.#now = next
      for (const timer of [...this.#timers]) if (timer.at === next && this.#timers.delete(timer)) timer.run()
    }
    this.#now = end
  }
}
