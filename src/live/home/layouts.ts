import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'

interface Effects {
  layout(hash: string): Promise<DeviceLayout | undefined>
  /** Layouts of these devices are known now, or are others. */
  changed(devices: readonly string[]): void
}

/** Which layout each device has, and the layouts themselves; each is fetched once by its content hash. */
export class Layouts {
  readonly #effects: Effects
  readonly #hashOf = new Map<string, string>()
  readonly #layouts = new Map<string, DeviceLayout>()
  readonly #fetching = new Set<string>()

  constructor(effects: Effects) {
    this.#effects = effects
  }

  of(device: string): DeviceLayout | undefined {
    const hash = this.#hashOf.get(device)
    return hash === undefined ? undefined : this.#layouts.get(hash)
  }

  knows(device: string): boolean {
    return this.#hashOf.has(device)
  }

  /** Layouts that came along with a snapshot. */
  add(layouts: Readonly<Record<string, DeviceLayout>>): void {
    for (const [hash, layout] of Object.entries(layouts)) this.#layouts.set(hash, layout)
  }

  /** While a new layout is on its way, the device keeps the old one on screen. */
  async assign(hashes: Readonly<Record<string, string>>): Promise<void> {
    const byHash = new Map<string, string[]>()
    const ready: string[] = []
    for (const [device, hash] of Object.entries(hashes)) {
      if (this.#hashOf.get(device) === hash) continue
      if (this.#layouts.has(hash)) {
        this.#hashOf.set(device, hash)
        ready.push(device)
      } else byHash.set(hash, [...(byHash.get(hash) ?? []), device])
    }
    if (ready.length > 0) this.#effects.changed(ready)
    await Promise.all([...byHash].map(([hash, devices]) => this.#fetch(hash, devices)))
  }

  async #fetch(hash: string, devices: readonly string[]): Promise<void> {
    if (this.#fetching.has(hash)) return
    this.#fetching.add(hash)
    try {
      const layout = await this.#effects.layout(hash)
      if (!layout) return
      this.#layouts.set(hash, layout)
      for (const device of devices) this.#hashOf.set(device, hash)
      this.#effects.changed(devices)
    } finally {
      this.#fetching.delete(hash)
    }
  }
}
