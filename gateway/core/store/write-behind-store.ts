import type { Clock, HomeStore } from '../ports.ts'

const pause = 1000
const retry = 5000

/** Writes to the store: at once where an acknowledgement waits for it, gathered for a second where values stream. */
export class WriteBehindStore {
  readonly #store: HomeStore
  readonly #clock: Clock
  readonly #failed: (error: unknown) => void
  /** What waits, worked out only when it is written. */
  #dirty = new Map<string, () => unknown>()
  #cancel: (() => void) | undefined

  constructor(store: HomeStore, clock: Clock, failed: (error: unknown) => void) {
    this.#store = store
    this.#clock = clock
    this.#failed = failed
  }

  /** Resolves when it is stored; rejects when it could not be. Takes along what waits. */
  async now(entries: ReadonlyMap<string, unknown>): Promise<void> {
    const waiting = this.#dirty
    this.#dirty = new Map()
    try {
      const worked = [...waiting].map(([key, value]) => [key, value()] as const)
      await this.#store.put(new Map([...worked, ...entries]))
    } catch (error) {
      this.#dirty = new Map([...waiting, ...this.#dirty])
      this.#plan(retry)
      throw error
    }
  }

  /** Stored within a second. */
  later(key: string, value: () => unknown): void {
    this.#dirty.set(key, value)
    this.#plan(pause)
  }

  /** Resolves when it is stored, however often that has to be tried. */
  async surely(entries: ReadonlyMap<string, unknown>): Promise<void> {
    for (;;) {
      try {
        await this.now(entries)
        return
      } catch (error) {
        this.#failed(error)
        await new Promise<void>((resolve) => void this.#clock.after(retry, resolve))
      }
    }
  }

  async flush(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#dirty.size > 0) await this.now(new Map())
  }

  #plan(ms: number): void {
    this.#cancel ??= this.#clock.after(ms, () => {
      this.#cancel = undefined
      this.flush().catch(this.#failed)
    })
  }
}
