/** One value that distant parts of the page share; wakes whoever draws it. */
export class Observable<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  current = (): T => this.#value

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  set = (value: T): void => {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const wake of [...this.#listeners]) wake()
  }
}
