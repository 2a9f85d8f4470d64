import type { HomeStore } from '../ports.ts'

/** A store that lasts as long as its process: of twins and tests. What is kept is a copy, as through any other store. */
export class MemoryStore implements HomeStore {
  entries = new Map<string, unknown>()

  async load(): Promise<ReadonlyMap<string, unknown>> {
    return new Map(this.entries)
  }

  async put(entries: ReadonlyMap<string, unknown>): Promise<void> {
    for (const [key, value] of entries) {
      if (value === undefined) this.entries.delete(key)
      else this.entries.set(key, structuredClone(value))
    }
  }
}
