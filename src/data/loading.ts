/** Which calls are under way; the loading bar listens. */
export class Loading {
  readonly #calls = new Set<symbol>()
  readonly #listeners = new Set<() => void>()

  get active(): boolean {
    return this.#calls.size > 0
  }

  subscribe = (wake: () => void): (() => void) => {
    this.#listeners.add(wake)
    return () => this.#listeners.delete(wake)
  }

  begin(): symbol {
    const call = Symbol('call')
    this.#change(() => this.#calls.add(call))
    return call
  }

  end(call: symbol): void {
    this.#change(() => this.#calls.delete(call))
  }

  /** spec 1 §8: the loading bar is cleared on errors. */
  clear(): void {
    this.#change(() => this.#calls.clear())
  }

  #change(apply: () => void): void {
    const before = this.active
    apply()
    if (before !== this.active) for (const wake of [...this.#listeners]) wake()
  }
}
