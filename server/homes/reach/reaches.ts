import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import { printOf, type Reach, reachOf, type Sight } from '#server/lib/reach/reach.ts'
import { movesReach } from '#server/lib/reach/within.ts'
import { USUAL_ZONE } from '#server/lib/zone.ts'
import type { Rights } from '#server/rights.ts'
import type { Store } from '#server/store/store.ts'
import type { Home } from '../home.ts'
import type { Homes, Watcher } from '../homes.ts'

interface ReachParts {
  store: Pick<Store, 'linkLimits'>
  rights: Pick<Rights, 'entryOf'>
  /** Closes his connections: each comes back, and asks for everything anew. */
  dismiss(userId: string): void
  connectedUsers(): readonly string[]
  trouble(error: unknown): void
}

/**
 * The one place that says what of a home somebody finds: everything, nothing, or what its owner gives him of it
 * (decision 0190). Asked at each door, each time: nothing is kept of it but what it was last.
 */
export class Reaches {
  readonly #parts: ReachParts
  #homes: Pick<Homes, 'of'> | undefined
  /** What was answered last, by home and person: told whom something changes for. */
  readonly #last = new Map<string, Map<string, string>>()

  constructor(parts: ReachParts) {
    this.#parts = parts
  }

  /** Until then there is nothing to be seen of any home. */
  serve(homes: Pick<Homes, 'of'>): void {
    this.#homes = homes
  }

  async of(userId: string, serialNumber: string): Promise<Sight> {
    const entry = await this.#parts.rights.entryOf(userId, serialNumber)
    if (entry !== 'limited') return entry
    return (await this.limited(userId, serialNumber)) ?? 'none'
  }

  /** Of somebody who is limited; undefined: he is not, or may not use it at all. */
  async limited(userId: string, serialNumber: string): Promise<Reach | undefined> {
    const limits = await this.#parts.store.linkLimits.of(userId, serialNumber)
    if (!limits) return undefined
    const reach = await this.within(serialNumber, limits)
    const last = this.#last.get(serialNumber) ?? new Map<string, string>()
    last.set(userId, printOf(reach))
    this.#last.set(serialNumber, last)
    return reach
  }

  /** What such limits give of a home as it is now. */
  async within(serialNumber: string, limits: LinkLimits): Promise<Reach> {
    const home = await this.#homes?.of(serialNumber)
    home?.followRules?.()
    return reachOf(limits, {
      devices: home?.devices() ?? [],
      floors: home?.floors() ?? [],
      rules: home?.rules() ?? [],
      zone: home?.zone() ?? USUAL_ZONE,
    })
  }

  /** Whoever finds something else once a home has changed asks for everything anew. */
  readonly watcher: Watcher = {
    event: (home, { event }) => {
      if (movesReach(event)) this.#lookAt(home)
    },
    described: () => undefined,
    scenes: (home) => this.#lookAt(home),
    gateway: () => undefined,
  }

  #lookAt({ serialNumber }: Pick<Home, 'serialNumber'>): void {
    if (this.#last.has(serialNumber)) this.#look(serialNumber).catch(this.#parts.trouble)
  }

  async #look(serialNumber: string): Promise<void> {
    const last = this.#last.get(serialNumber)
    const here = new Set(this.#parts.connectedUsers())
    for (const [userId, before] of [...(last ?? [])]) {
      if (!here.has(userId)) {
        last?.delete(userId)
        continue
      }
      const reach = await this.limited(userId, serialNumber)
      if (reach && printOf(reach) !== before) this.#parts.dismiss(userId)
    }
  }
}
