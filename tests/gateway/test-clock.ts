import type { Clock } from '#gateway/core/ports.ts'

/** Time that the test owns. Nothing happens until it passes. */
export class TestClock implements Clock {
  #now: number
  #planned: { at: number; order: number; run: () => void }[] = []
  #order = 0

  constructor(start = Date.UTC(2026, 10, 14, 9)) {
    this.#now = start
  }

  now = (): number => this.#now

  after = (ms: number, run: () => void): (() => void) => {
    const plan = { at: this.#now + Math.max(0, ms), order: this.#order++, run }
    this.#planned.push(plan)
    return () => {
      this.#planned = this.#planned.filter((one) => one !== plan)
    }
  }

  /** Lets time pass, with everything that was planned in it, in its order. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    await settle()
    for (;;) {
      const [next] = this.#planned
        .filter(({ at }) => at <= until)
        .sort((a, b) => a.at - b.at || a.order - b.order)
      if (!next) break
      this.#now = Math.max(this.#now, next.at)
      this.#planned = this.#planned.filter((one) => one !== next)
      next.run()
      await settle()
    }
    this.#now = until
    await settle()
  }
}

/** Everything that is already on its way arrives. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}
