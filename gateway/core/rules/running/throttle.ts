import type { Clock } from '../../ports.ts'

/** Rules that set one another off: so many in a row, and so many runs of one rule in this time, are no automation any more. */
const deepest = 8
const mostRuns = 10
const within = 10_000
const rest = 60_000

/** Holds back rules that set one another off without end, or run too often. */
export class Throttle {
  readonly #clock: Clock
  /** By rule: its runs that still count. */
  readonly #counts = new Map<string, number>()
  /** By rule: until when it is held back, epoch ms. */
  readonly #until = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Epoch ms; undefined when it may run. */
  until(rule: string): number | undefined {
    return this.#until.get(rule)
  }

  /** `depth`: how many runs led to this one. 'begun': held back from now on; 'held': it is already. */
  allows(rule: string, depth: number): 'yes' | 'begun' | 'held' {
    if (this.#until.has(rule)) return 'held'
    const count = (this.#counts.get(rule) ?? 0) + 1
    if (depth > deepest || count > mostRuns) {
      this.#until.set(rule, this.#clock.now() + rest)
      this.#clock.after(rest, () => this.#until.delete(rule))
      return 'begun'
    }
    this.#counts.set(rule, count)
    // Timers, not the time of day: a clock that is set neither holds a rule back nor lets a loop go on (L-07).
    this.#clock.after(within, () => this.#forget(rule))
    return 'yes'
  }

  #forget(rule: string): void {
    const count = (this.#counts.get(rule) ?? 0) - 1
    if (count > 0) this.#counts.set(rule, count)
    else this.#counts.delete(rule)
  }
}
