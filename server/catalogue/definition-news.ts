import type { Broker } from '#server/lib/channel/port.ts'
import type { Catalogue } from './catalogue.ts'

/** Tells every open page that screens, forms, menus or words are others now, or that files have other faults. */
export class DefinitionNews {
  readonly #catalogue: Pick<Catalogue, 'own' | 'problems'>
  readonly #broker: Pick<Broker, 'connectedUsers' | 'publishToUser'>
  #told: string

  constructor(
    catalogue: Pick<Catalogue, 'own' | 'problems'>,
    broker: Pick<Broker, 'connectedUsers' | 'publishToUser'>,
  ) {
    this.#catalogue = catalogue
    this.#broker = broker
    this.#told = this.#state()
  }

  tell = (): void => {
    const state = this.#state()
    if (state === this.#told) return
    this.#told = state
    const { hash } = this.#catalogue.own()
    for (const userId of this.#broker.connectedUsers())
      this.#broker.publishToUser(userId, { event: 'definitions_changed', data: { hash } })
  }

  #state = (): string => JSON.stringify([this.#catalogue.own().hash, this.#catalogue.problems()])
}
