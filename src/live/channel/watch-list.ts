import type { PropertyKey } from './protocol.ts'

/** Gathers what the page begins and ceases to look at, and tells it once a turn. */
export class WatchList {
  readonly #add = new Set<PropertyKey>()
  readonly #drop = new Set<PropertyKey>()
  readonly #tell: (add: PropertyKey[], drop: PropertyKey[]) => void

  constructor(tell: (add: PropertyKey[], drop: PropertyKey[]) => void) {
    this.#tell = tell
  }

  first(key: PropertyKey): void {
    this.#later()
    // Dropped and wanted again within one turn: nothing changed.
    if (!this.#drop.delete(key)) this.#add.add(key)
  }

  last(key: PropertyKey): void {
    this.#later()
    if (!this.#add.delete(key)) this.#drop.add(key)
  }

  #later(): void {
    if (this.#add.size > 0 || this.#drop.size > 0) return
    queueMicrotask(() => {
      if (this.#add.size > 0 || this.#drop.size > 0) this.#tell([...this.#add], [...this.#drop])
      this.#add.clear()
      this.#drop.clear()
    })
  }
}
