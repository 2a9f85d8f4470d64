import type { Pace } from '#engine/ports.ts'
import type { PropertyKey, Watch } from './protocol.ts'

/** Gathers what the page begins and ceases to look at, and tells it once a turn. */
export class WatchList {
  readonly #told = new Map<PropertyKey, Pace>()
  readonly #wanted = new Map<PropertyKey, Pace | undefined>()
  readonly #tell: (watch: Watch) => void

  constructor(tell: (watch: Watch) => void) {
    this.#tell = tell
  }

  wants(key: PropertyKey, pace: Pace | undefined): void {
    if (this.#wanted.size === 0) queueMicrotask(() => this.#turn())
    this.#wanted.set(key, pace)
  }

  #turn(): void {
    const watch = { frame: [] as PropertyKey[], calm: [] as PropertyKey[], drop: [] as PropertyKey[] }
    for (const [key, pace] of this.#wanted) {
      // Dropped and wanted again within one turn: nothing changed.
      if (this.#told.get(key) === pace) continue
      watch[pace ?? 'drop'].push(key)
      if (pace) this.#told.set(key, pace)
      else this.#told.delete(key)
    }
    this.#wanted.clear()
    if (watch.frame.length + watch.calm.length + watch.drop.length > 0) this.#tell(watch)
  }
}
