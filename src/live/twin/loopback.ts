import type { Request } from '#schemas/generated/channel.ts'
import type { Connect, ConnectionEvents } from '../channel/transport.ts'

/** What answers in the place of a broker and the gateway behind it. */
interface Answering {
  /** Resolves once it can be asked. */
  ready: Promise<unknown>
  handle(request: Request | unknown, from: { userId: string }): Promise<unknown>
}

const encoder = new TextEncoder()

/** The way to a gateway that runs beside the channel: its topics, and no network. What it tells goes to `tell`. */
export class Loopback {
  readonly #gateway: Answering
  #open: { topics: readonly string[]; events: ConnectionEvents } | undefined

  constructor(gateway: Answering) {
    this.#gateway = gateway
  }

  readonly connect: Connect = ({ username: userId }, events) => {
    const mine = { topics: [] as readonly string[], events }
    this.#open = mine
    const isOpen = (): boolean => this.#open === mine
    this.#gateway.ready.then(
      () => isOpen() && events.connected(),
      () => isOpen() && events.closed('lost'),
    )
    return {
      publish: (topic, payload) =>
        void (topic.endsWith('/requests') && this.#answer(payload, userId, isOpen)),
      subscribe: async (topics) => {
        mine.topics = topics
        queueMicrotask(() => isOpen() && this.#say('/presence', { state: 'online' }))
      },
      ping: () => queueMicrotask(() => isOpen() && events.heard()),
      end: () => {
        if (isOpen()) this.#open = undefined
      },
    }
  }

  /** A live event of the gateway. */
  tell(event: object): void {
    this.#say('/events', event)
  }

  async #answer(payload: string, userId: string, isOpen: () => boolean): Promise<void> {
    const response = await this.#gateway.handle(JSON.parse(payload), { userId })
    if (isOpen()) this.#say('/responses', response)
  }

  /** To the topic of the gateway that ends so, if the channel listens to it. */
  #say(end: string, body: unknown): void {
    const { topics = [], events } = this.#open ?? {}
    const topic = topics.find((one) => one.startsWith(GATEWAYS) && one.endsWith(end))
    if (topic !== undefined) events?.message(topic, encoder.encode(JSON.stringify(body)), false)
  }
}

const GATEWAYS = 'gatehouse/v1/gateways/'
