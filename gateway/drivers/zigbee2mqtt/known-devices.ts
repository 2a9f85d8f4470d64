import type { Rules } from '#gateway/lib/rules.ts'
import { type Mapped, mapDevice } from './device.ts'
import { bridgeDevice } from './wire.ts'

export interface Difference {
  /** New, or described anew. */
  changed: Mapped[]
  removed: Mapped[]
  /** Entries that could not be read. */
  unreadable: number
}

/** The devices of the bridge by their address; names are only what they are called, and may hold slashes. */
export class KnownDevices {
  readonly #rules: Rules
  readonly #byId = new Map<string, Mapped & { raw: string }>()
  readonly #byName = new Map<string, Mapped>()

  constructor(rules: Rules) {
    this.#rules = rules
  }

  get(id: string): Mapped | undefined {
    return this.#byId.get(id)
  }

  named(name: string): Mapped | undefined {
    return this.#byName.get(name)
  }

  all(): Iterable<Mapped> {
    return this.#byId.values()
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()]
  }

  /** Takes in bridge/devices, which comes whole on every change, and says what is different. */
  take(list: readonly unknown[]): Difference {
    const changed: Mapped[] = []
    const seen = new Set<string>()
    let unreadable = 0
    for (const entry of list) {
      const bridge = bridgeDevice(entry)
      if (!bridge) unreadable += 1
      if (!bridge || bridge.type === 'Coordinator') continue
      seen.add(bridge.ieee)
      const raw = JSON.stringify(entry)
      if (this.#byId.get(bridge.ieee)?.raw === raw) continue
      const mapped = { ...mapDevice(bridge, this.#rules), raw }
      this.#byId.set(bridge.ieee, mapped)
      changed.push(mapped)
    }
    const removed = [...this.#byId.values()].filter(({ bridge }) => !seen.has(bridge.ieee))
    for (const { bridge } of removed) this.#byId.delete(bridge.ieee)
    this.#byName.clear()
    for (const mapped of this.#byId.values()) this.#byName.set(mapped.bridge.name, mapped)
    return { changed, removed, unreadable }
  }
}
