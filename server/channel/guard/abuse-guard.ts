import type { Clock } from '#gateway/core/ports.ts'
import { isLoopback, networkOf } from '#server/lib/addresses.ts'
import type { Store } from '#server/store/store.ts'
import type { ChannelLog, ChannelMetrics } from '../../lib/channel/port.ts'
import type { Limits } from '../limits.ts'
import type { Principal } from '../principal.ts'
import type { Refused } from '../sign-in.ts'
import type { Connection } from '../wire/connection.ts'
import type { BanList } from './ban-list.ts'

/** Sources of nonsense that are named in the log; the others are only counted. */
const NAMED = 1000

export interface AbuseGuardParts {
  banList: BanList
  limits: Limits
  clock: Clock
  log: ChannelLog
  metrics: ChannelMetrics
  audit: Pick<Store['audit'], 'append'>
}

/** Notes what goes wrong at the door and inside, and bans who overdoes it (M-08). */
export class AbuseGuard {
  readonly #parts: AbuseGuardParts
  readonly #named = new Set<string>()

  constructor(parts: AbuseGuardParts) {
    this.#parts = parts
  }

  banned(address: string): boolean {
    return this.#parts.banList.banned(networkOf(address), this.#parts.clock.now())
  }

  /** Did not get as far as a CONNECT. */
  turnedAway(reason: string, address: string): void {
    this.#parts.metrics.count('channel_turned_away', { reason })
    this.#once(`${reason} ${address}`, { reason, address }, 'A connection was turned away')
  }

  refusedSignIn({ address }: Connection, { reason, returnCode }: Refused, claimed: string | undefined): void {
    this.#parts.metrics.count('channel_sign_in_refused', { reason })
    this.#parts.log.warn({ reason, address, claimed }, 'A sign-in on the channel was refused')
    if (reason === 'flapping') this.#audit('channel_flapping', claimed, { address })
    if (returnCode >= 4) this.#countAddress(address, reason)
  }

  broke({ address, principal }: Connection, reason: string): void {
    this.#parts.metrics.count('channel_breach', { reason })
    this.#once(
      `${reason} ${address}`,
      { reason, address, who: nameOf(principal) },
      'A client broke the protocol and was cut',
    )
    if (!principal) this.#countAddress(address, reason)
  }

  denied(connection: Connection, what: 'publish' | 'subscribe'): void {
    const { banList, limits, clock, metrics, log } = this.#parts
    const { principal: who, address } = connection
    metrics.count('channel_denied', { what })
    if (!who || connection.destroyed) return
    const name = who.kind === 'user' ? who.sessionKey : who.serialNumber
    if (!banList.overdoes(name, 'denials', limits.denialsPerMinute, clock.now())) return
    log.warn({ who: nameOf(who), address }, 'Topics are being scanned; the session is banned for a while')
    this.#audit('channel_topic_scan', nameOf(who), { address })
    connection.breach('topic scan')
  }

  /** Counts like any other denial: whoever keeps trying is banned for a while. */
  forbidden(connection: Connection, gateway: string, command: string): void {
    this.#audit(command, nameOf(connection.principal), { address: connection.address }, gateway)
    this.denied(connection, 'publish')
  }

  malformed({ principal, address }: Connection, what: string): void {
    this.#parts.metrics.count('channel_malformed', { what })
    const who = nameOf(principal) ?? address
    this.#once(
      `${what} ${who}`,
      { what, who },
      'A message could not be read; further ones of this source are only counted',
    )
  }

  /**
   * Behind this machine's own address stands a proxy, or its owner: banning it would lock everybody out because of one,
   * so there only the sockets are limited.
   */
  #countAddress(address: string, reason: string): void {
    const { banList, limits, clock, log } = this.#parts
    if (isLoopback(address)) return
    if (!banList.overdoes(networkOf(address), 'breaches', limits.breachesPerMinute, clock.now())) return
    log.warn({ address, reason }, 'An address is banned for a while')
    this.#audit('channel_address_banned', undefined, { address, reason })
  }

  #once(key: string, facts: object, message: string): void {
    if (this.#named.has(key) || this.#named.size >= NAMED) return
    this.#named.add(key)
    this.#parts.log.warn(facts, message)
  }

  #audit(what: string, who: string | undefined, facts: Record<string, unknown>, gateway?: string): void {
    const { audit, clock, log } = this.#parts
    audit
      .append({ who: who ?? 'anonymous', what, at: clock.now(), gateway, result: 'refused', facts })
      .catch((error: unknown) => log.error({ error: String(error), what }, 'An audit row was not written'))
  }
}

/** As the audit log names people: user id, or `gateway:<serial>`. */
const nameOf = (who: Principal | undefined): string | undefined =>
  who?.kind === 'gateway' ? `gateway:${who.serialNumber}` : (who?.viewer ?? who?.userId)
