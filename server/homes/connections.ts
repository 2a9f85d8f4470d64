import type { Clock } from '#gateway/core/ports.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Broker } from '#server/channel/broker.ts'
import type { Answer } from '#server/channel/live-rights.ts'
import type { ChannelLog } from '#server/channel/ports.ts'
import type { Store } from '#server/store/store.ts'

export interface ConnectionsParts {
  store: Pick<Store, 'gateways'>
  broker: Pick<Broker, 'connectedUsers' | 'publishToUser' | 'publishToAdmins' | 'publishPresence'>
  rights: { mayUseGateway(userId: string, serialNumber: string): Answer }
  log: ChannelLog
  clock: Clock
}

const PAGE = 500

/** Which gateways are online: in the store, as presence for who subscribes later, and as news for who looks now. */
export class Connections {
  readonly #parts: ConnectionsParts

  constructor(parts: ConnectionsParts) {
    this.#parts = parts
  }

  /** After a start nobody is connected: only what lives in this process is as it was. */
  async begin(isInside: (gateway: Gateway) => boolean): Promise<void> {
    const { store, broker, clock } = this.#parts
    for (let page = 1; ; page++) {
      const { data } = await store.gateways.query({ page, limit: PAGE })
      for (const gateway of data) {
        const { serialNumber } = gateway
        const status = isInside(gateway) ? gateway.connectionStatus : 'offline'
        if (status !== gateway.connectionStatus)
          await store.gateways.setConnectionStatus(serialNumber, status, clock.now())
        broker.publishPresence(serialNumber, status)
      }
      if (data.length < PAGE) return
    }
  }

  set(serialNumber: string, status: Gateway['connectionStatus']): void {
    this.settle(serialNumber, status).catch((error: unknown) =>
      this.#parts.log.error(
        { serialNumber, status, error: String(error) },
        'A connection status was not stored',
      ),
    )
  }

  /** Resolves when it is stored and told. */
  async settle(serialNumber: string, connectionStatus: Gateway['connectionStatus']): Promise<void> {
    this.#parts.broker.publishPresence(serialNumber, connectionStatus)
    const { store, broker, rights, clock } = this.#parts
    const at = clock.now()
    if (!(await store.gateways.setConnectionStatus(serialNumber, connectionStatus, at))) return
    const data = { serialNumber, connectionStatus, since: new Date(at).toISOString() }
    broker.publishToAdmins({ event: 'gateway_connection_changed', data })
    for (const userId of broker.connectedUsers())
      if (await rights.mayUseGateway(userId, serialNumber))
        broker.publishToUser(userId, { event: 'gateway_connection_changed', data })
    broker.publishToAdmins({ event: 'gateway_counts', data: await store.gateways.counts() })
  }
}
