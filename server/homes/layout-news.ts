import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { Answer, Broker } from '#server/lib/channel/port.ts'
import type { Home } from './home.ts'
import { hashesOf } from './snapshot.ts'

export interface NewsParts {
  broker: Pick<Broker, 'connectedUsers' | 'publishToUser'>
  catalogue: Pick<Catalogue, 'layoutOf'>
  rights: { mayUseGateway(userId: string, serialNumber: string): Answer }
}

/** Tells who looks at a home which of its devices are drawn otherwise now, because catalogue files changed. */
export class LayoutNews {
  readonly #parts: NewsParts
  readonly #homes = new Map<Home, Record<string, string>>()

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  /** Takes note of how a home is drawn at present. */
  add(home: Home): void {
    this.#homes.set(home, hashesOf(home, this.#parts.catalogue))
  }

  /** Takes note of one device that is new or described anew. */
  note(home: Home, deviceId: string): void {
    const known = this.#homes.get(home)
    const device = home.device(deviceId)
    if (known && device) known[deviceId] = this.#parts.catalogue.layoutOf(device, home.serialNumber).hash
  }

  /** It is no more, or begins anew as another. */
  drop(home: Home): void {
    this.#homes.delete(home)
  }

  homes = (): Home[] => [...this.#homes.keys()]

  async tell(): Promise<void> {
    const { broker, catalogue, rights } = this.#parts
    for (const [home, before] of this.#homes) {
      const { serialNumber } = home
      const now = hashesOf(home, catalogue)
      this.#homes.set(home, now)
      const layouts = Object.fromEntries(Object.entries(now).filter(([id, hash]) => before[id] !== hash))
      if (Object.keys(layouts).length === 0) continue
      for (const userId of broker.connectedUsers())
        if (await rights.mayUseGateway(userId, serialNumber))
          broker.publishToUser(userId, { event: 'catalogue_changed', data: { serialNumber, layouts } })
    }
  }
}
