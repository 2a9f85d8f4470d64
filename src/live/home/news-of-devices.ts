import type { DeviceFacts, DevicesUpdate } from '../channel/protocol.ts'

/** What became of devices until the page asks: of each the newest. */
export class NewsOfDevices {
  #all = false
  readonly #facts = new Map<string, DeviceFacts>()
  readonly #removed = new Set<string>()

  get empty(): boolean {
    return !this.#all && this.#facts.size + this.#removed.size === 0
  }

  add({ all, facts, removed }: DevicesUpdate): void {
    if (all) this.#clear()
    this.#all ||= all
    for (const id of removed) {
      this.#facts.delete(id)
      this.#removed.add(id)
    }
    for (const one of facts) {
      this.#removed.delete(one.id)
      this.#facts.set(one.id, one)
    }
  }

  take(): DevicesUpdate | undefined {
    if (this.empty) return undefined
    const news = { all: this.#all, facts: [...this.#facts.values()], removed: [...this.#removed] }
    this.#clear()
    return news
  }

  #clear(): void {
    this.#all = false
    this.#facts.clear()
    this.#removed.clear()
  }
}
