import type { Clock } from '#gateway/core/ports.ts'
import type { OwnDefinitions } from '#schemas/generated/entities/own-definitions.ts'
import type { Broker } from '../../lib/channel/port.ts'
import type { Store } from '../../store/store.ts'
import type { Catalogue } from '../catalogue.ts'

interface Edit {
  /** Of its rollout. */
  id: string
  path: string
  text: string
}

interface Parts {
  store: Pick<Store, 'memberships'>
  catalogue: Pick<Catalogue, 'try' | 'moved' | 'own'>
  broker: Pick<Broker, 'publishToUser' | 'connectedUsers'>
  clock: Clock
  /** Does something after whatever is under way. */
  later(does: () => Promise<unknown>): void
}

/** Homes that are given it in this time are told together. */
const TOLD_MS = 300

/** Models, templates and rules draw homes; all else is pages of people. */
export const drawsHomes = ({ path }: Pick<Edit, 'path'>): boolean => /^(devices|templates|rules)\//.test(path)

/** The edit that is tried out, if there is one: which homes have it, and what their pages are drawn by meanwhile. */
export class Trial {
  readonly #parts: Parts
  #edit: Edit | undefined
  #homes = new Set<string>()
  #untold = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get edit(): Edit | undefined {
    return this.#edit
  }

  has = (serialNumber: string): boolean => this.#homes.has(serialNumber)

  /** How many homes have this rollout's edit. */
  sizeOf = (id: string): number => (this.#edit?.id === id ? this.#homes.size : 0)

  /** From now on homes may have it; those of `homes` had it before the server was stopped. */
  async begin(edit: Edit, homes: ReadonlySet<string> = new Set()): Promise<void> {
    this.#edit = edit
    this.#homes = new Set(homes)
    const { path, text } = edit
    await this.#parts.catalogue.try({ edit: { path, text }, has: this.has })
  }

  give(serialNumber: string): void {
    this.#homes.add(serialNumber)
    this.#tellSoon(serialNumber)
  }

  /** No home has it any more. */
  async end(id: string): Promise<void> {
    const edit = this.#edit
    if (edit?.id !== id) return
    const homes = this.#homes
    this.#edit = undefined
    this.#homes = new Set()
    await this.#parts.catalogue.try(undefined)
    await this.#tellPages(homes, edit)
  }

  /** What pages of somebody are drawn by. */
  async definitionsOf(userId: string | undefined): Promise<OwnDefinitions> {
    const { catalogue, store } = this.#parts
    if (!this.#edit || userId === undefined || drawsHomes(this.#edit)) return catalogue.own()
    const homes = await store.memberships.admittedGateways(userId)
    return catalogue.own(homes.some(({ serialNumber }) => this.has(serialNumber)))
  }

  /** Differs from what is there without any: pages have to ask. */
  mark(): string {
    const { hash } = this.#parts.catalogue.own()
    return hash === '' && this.#edit && !drawsHomes(this.#edit) ? this.#edit.id : hash
  }

  /** Of several homes that are given it one after the other, pages are told once. */
  #tellSoon(serialNumber: string): void {
    const { clock, catalogue, later } = this.#parts
    if (this.#untold.size === 0)
      clock.after(TOLD_MS, () => {
        const homes = this.#untold
        this.#untold = new Set()
        const edit = this.#edit
        if (!edit) return
        catalogue.moved()
        later(() => this.#tellPages(homes, edit))
      })
    this.#untold.add(serialNumber)
  }

  /** Layouts are told by the homes themselves; screens, forms, menus and words by this. */
  async #tellPages(homes: ReadonlySet<string>, edit: Edit): Promise<void> {
    if (drawsHomes(edit)) return
    const { broker, store } = this.#parts
    for (const userId of broker.connectedUsers()) {
      const admitted = await store.memberships.admittedGateways(userId)
      if (!admitted.some(({ serialNumber }) => homes.has(serialNumber))) continue
      const { hash } = await this.definitionsOf(userId)
      broker.publishToUser(userId, { event: 'definitions_changed', data: { hash } })
    }
  }
}
