import type { SessionEnd } from '../lib/channel/port.ts'
import { parseFilter, topics } from '../lib/channel/topics.ts'
import type { Exchange } from './exchange.ts'
import type { ChannelRights } from './live-rights.ts'
import { Policy } from './policy.ts'
import type { Connection } from './wire/connection.ts'

/**
 * Sees to it that nobody stays who should not. When the store does not answer it leaves everything as it is: nothing is
 * delivered without an answer anyway, and a slow disk must sign nobody out.
 */
export class SessionEnforcer {
  readonly #rights: ChannelRights
  readonly #policy: Policy
  readonly #exchange: Exchange
  readonly #now: () => number

  constructor(rights: ChannelRights, exchange: Exchange, now: () => number) {
    this.#rights = rights
    this.#policy = new Policy(rights)
    this.#exchange = exchange
    this.#now = now
  }

  /** Ends a connection whose session or secret is over. */
  async look(connection: Connection): Promise<void> {
    const { principal: who } = connection
    if (!who || connection.destroyed) return
    try {
      const here =
        who.kind === 'user'
          ? await this.#rights.sessionAlive(who.userId, who.sessionKey)
          : await this.#rights.gatewayKnown(who.serialNumber)
      if (!here) this.showOut(connection, 'logged_out')
    } catch {
      return
    }
  }

  /** Takes back the subscriptions that lost their right. */
  async recheck(connection: Connection): Promise<void> {
    const { principal: who } = connection
    if (!who) return
    for (const filter of connection.filters) {
      const topic = parseFilter(filter)
      try {
        if (topic && (await this.#policy.mayReceive(who, topic))) continue
      } catch {
        continue
      }
      connection.filters.delete(filter)
      await this.#exchange.unsubscribe(connection, filter)
    }
  }

  /** Ends a connection; a user who listens is told why. */
  showOut(connection: Connection, reason: SessionEnd): void {
    const { principal: who } = connection
    const topic = who?.kind === 'user' ? topics.userEvents(who.userId) : ''
    if (connection.filters.has(topic)) {
      const event = { event: 'session_ended', at: new Date(this.#now()).toISOString(), data: { reason } }
      connection.tell(topic, Buffer.from(JSON.stringify(event)))
    }
    connection.dismiss()
  }
}
