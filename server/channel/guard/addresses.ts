import { networkOf } from '#server/lib/addresses.ts'

/** Open sockets per address. */
export class Addresses {
  readonly #open = new Map<string, number>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** What gives the place back, or undefined when there is none. */
  enter(from: string): (() => void) | undefined {
    const address = networkOf(from)
    const open = this.#open.get(address) ?? 0
    if (open >= this.#max) return undefined
    this.#open.set(address, open + 1)
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      const left = (this.#open.get(address) ?? 1) - 1
      if (left > 0) this.#open.set(address, left)
      else this.#open.delete(address)
    }
  }
}
