/** The part of `Storage` that the app needs. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * What the browser keeps. One that keeps nothing, is full or refuses leaves the page working: what it did not take lives
 * as long as the page (U-05).
 */
export class BrowserStorage implements KeptStorage {
  readonly #storage: Storage | undefined
  readonly #memory = new Map<string, string>()

  /** @param find may throw, as `window.localStorage` does where storage is forbidden */
  constructor(find: () => Storage) {
    try {
      this.#storage = find()
    } catch {
      this.#storage = undefined
    }
  }

  #try<T>(use: (storage: Storage) => T): T | undefined {
    try {
      return this.#storage && use(this.#storage)
    } catch {
      return undefined
    }
  }

  #keys(): string[] {
    const kept = this.#try((storage) => Object.keys(storage)) ?? []
    return [...new Set([...kept, ...this.#memory.keys()])]
  }

  get length(): number {
    return this.#keys().length
  }

  key = (at: number): string | null => this.#keys()[at] ?? null

  getItem = (key: string): string | null =>
    this.#memory.get(key) ?? this.#try((storage) => storage.getItem(key)) ?? null

  setItem = (key: string, value: string): void => {
    const taken = this.#try((storage) => {
      storage.setItem(key, value)
      return true
    })
    if (taken) this.#memory.delete(key)
    else this.#memory.set(key, value)
  }

  removeItem = (key: string): void => {
    this.#memory.delete(key)
    this.#try((storage) => storage.removeItem(key))
  }
}

export const browserStorage = new BrowserStorage(() => localStorage)
