import type { Events } from '#schemas/generated/channel.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { shownBy } from '#server/gateways/shown.ts'
import type { ChannelEvent } from '#server/lib/channel/port.ts'
import type { LifeParts } from './parts.ts'

/** Events that name their gateway. */
type GatewayEvent = {
  [N in keyof Events]: Events[N] extends { serialNumber: string } | { gateway: Gateway } ? N : never
}[keyof Events]

/** Tells of gateways: those who may use one, and administrators, and nobody else. */
export class News {
  readonly #parts: Pick<LifeParts, 'store' | 'broker' | 'rights' | 'log' | 'heard'>
  readonly #shown: (gateway: Gateway) => Gateway

  constructor(parts: Pick<LifeParts, 'store' | 'broker' | 'rights' | 'log' | 'settings' | 'heard'>) {
    this.#parts = parts
    this.#shown = shownBy(parts.settings)
  }

  /** What is told never keeps what it is about from happening. */
  tell<N extends GatewayEvent>(serialNumber: string, event: N, data: Events[N]): void {
    const news = { event, data } as ChannelEvent
    this.#parts.broker.publishToAdmins(news)
    this.#parts.heard?.(serialNumber, event, data)
    this.#surely(async () => {
      const { broker, rights, store } = this.#parts
      const here = new Set(broker.connectedUsers())
      // To whom is limited the channel tells what is open to him, and nothing else.
      for (const { userId } of await store.memberships.admittedUsers(serialNumber))
        if (here.has(userId) && (await rights.entryOf(userId, serialNumber)) !== 'none')
          broker.publishToUser(userId, news)
    })
  }

  /** To people who are no longer entitled, or not yet by the store. */
  tellUsers(userIds: readonly string[], news: ChannelEvent): void {
    for (const userId of userIds) this.#parts.broker.publishToUser(userId, news)
  }

  tellAdmins(news: ChannelEvent): void {
    this.#parts.broker.publishToAdmins(news)
  }

  /** The whole record, as everybody may see it. */
  changed(
    serialNumber: string,
    event: 'gateway_changed' | 'gateway_mode_changed' | 'gateway_assigned',
  ): void {
    this.#surely(async () => {
      const gateway = await this.#parts.store.gateways.find(serialNumber)
      if (gateway) this.tell(serialNumber, event, { gateway: this.#shown(gateway) })
    })
  }

  counts(): void {
    this.#surely(async () =>
      this.tellAdmins({ event: 'gateway_counts', data: await this.#parts.store.gateways.counts() }),
    )
  }

  #surely(tell: () => Promise<void>): void {
    tell().catch((error: unknown) =>
      this.#parts.log.error({ error: String(error) }, 'News of a gateway could not be told'),
    )
  }
}
