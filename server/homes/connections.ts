import type { Clock } from '#gateway/core/ports.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { OfflineCause } from '#schemas/generated/entities/offline-cause.ts'
import type { Broker, ChannelLog } from '#server/lib/channel/port.ts'
import type { Rights } from '#server/rights.ts'
import type { Store } from '#server/store/store.ts'

export interface ConnectionsParts {
  store: Pick<Store, 'gateways'>
  broker: Pick<Broker, 'connectedUsers' | 'publishToUser' | 'publishToAdmins' | 'publishPresence'>
  rights: Pick<Rights, 'entryOf'>
  log: ChannelLog
  clock: Clock
  /** It is stored that a gateway is there, or is not. */
  settled?(serialNumber: string, online: boolean): void
}

const PAGE = 500

/** What is over after a while; a gateway that is not back by then is lost. */
const PASSING: ReadonlySet<OfflineCause> = new Set(['restart', 'reset', 'mode', 'upgrade', 'repair'])
const OVERDUE_MS = 5 * 60_000

/** Which gateways are online: in the store, as presence for who subscribes later, and as news for who looks now. */
export class Connections {
  readonly #parts: ConnectionsParts
  /** Gateways that have said that they will be back. */
  readonly #overdue = new Map<string, () => void>()

  constructor(parts: ConnectionsParts) {
    this.#parts = parts
  }

  /** After a start nobody is connected: only what lives in this process is as it was. Answers who was there when the server ended. */
  async begin(isInside: (gateway: Gateway) => boolean): Promise<readonly string[]> {
    const { store, broker, clock } = this.#parts
    const cutOff: string[] = []
    for (let page = 1; ; page++) {
      const { data } = await store.gateways.query({ page, limit: PAGE })
      for (const gateway of data) {
        const { serialNumber } = gateway
        const status = isInside(gateway) ? gateway.connectionStatus : 'offline'
        if (status !== gateway.connectionStatus) {
          await store.gateways.setConnectionStatus(serialNumber, status, clock.now(), 'server')
          cutOff.push(serialNumber)
        } else await this.#passed(gateway, isInside(gateway))
        broker.publishPresence(serialNumber, status)
      }
      if (data.length < PAGE) return cutOff
    }
  }

  set(serialNumber: string, status: Gateway['connectionStatus'], cause?: OfflineCause): void {
    this.settle(serialNumber, status, cause).catch((error: unknown) =>
      this.#parts.log.error(
        { serialNumber, status, error: String(error) },
        'A connection status was not stored',
      ),
    )
  }

  /** Resolves when it is stored and told, with why it is offline. */
  async settle(
    serialNumber: string,
    connectionStatus: Gateway['connectionStatus'],
    cause?: OfflineCause,
  ): Promise<void> {
    this.#parts.broker.publishPresence(serialNumber, connectionStatus)
    const { store, clock } = this.#parts
    const at = clock.now()
    if (!(await store.gateways.setConnectionStatus(serialNumber, connectionStatus, at, cause))) return
    this.#parts.settled?.(serialNumber, connectionStatus === 'online')
    this.#overdue.get(serialNumber)?.()
    this.#overdue.delete(serialNumber)
    const since = new Date(at).toISOString()
    const data = { serialNumber, connectionStatus, since, ...(cause && { cause }) }
    await this.#tell(data)
    this.#parts.broker.publishToAdmins({ event: 'gateway_counts', data: await store.gateways.counts() })
    if (cause && PASSING.has(cause)) this.#watch(serialNumber, at)
  }

  close(): void {
    for (const cancel of this.#overdue.values()) cancel()
    this.#overdue.clear()
  }

  /** What a gateway elsewhere was doing when this server ended has had its time; what happens to those inside goes on. */
  async #passed(
    { serialNumber, connectionCause, connectionStatusSince }: Gateway,
    isInside: boolean,
  ): Promise<void> {
    if (isInside || connectionStatusSince === undefined || !connectionCause || !PASSING.has(connectionCause))
      return
    const since = Date.parse(connectionStatusSince)
    await this.#parts.store.gateways.setConnectionCause(serialNumber, since, 'server')
  }

  #watch(serialNumber: string, since: number): void {
    const { clock, log } = this.#parts
    const late = (): void => {
      this.#overdue.delete(serialNumber)
      this.#lose(serialNumber, since).catch((error: unknown) =>
        log.error({ serialNumber, error: String(error) }, 'A gateway that is overdue was not told'),
      )
    }
    this.#overdue.set(serialNumber, clock.after(OVERDUE_MS, late))
  }

  async #lose(serialNumber: string, since: number): Promise<void> {
    if (!(await this.#parts.store.gateways.setConnectionCause(serialNumber, since, 'lost'))) return
    const at = new Date(since).toISOString()
    await this.#tell({ serialNumber, connectionStatus: 'offline', since: at, cause: 'lost' })
  }

  async #tell(data: Events['gateway_connection_changed']): Promise<void> {
    const { broker, rights } = this.#parts
    broker.publishToAdmins({ event: 'gateway_connection_changed', data })
    for (const userId of broker.connectedUsers())
      if ((await rights.entryOf(userId, data.serialNumber)) !== 'none')
        broker.publishToUser(userId, { event: 'gateway_connection_changed', data })
  }
}
