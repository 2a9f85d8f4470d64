import type { IncomingMessage, Server } from 'node:http'
import type { Clock } from '#gateway/core/ports.ts'
import type { Event, Request, Response } from '#schemas/generated/channel.ts'
import type { ChannelEvent } from '#server/lib/channel/port.ts'
import type { SessionRecord } from '#server/store/people/sessions.ts'
import type { Store } from '#server/store/store.ts'
import { gatewayOffline } from '../lib/channel/answers.ts'
import type { Answer, Broker, ChannelLog, ChannelMetrics, Homes } from '../lib/channel/port.ts'
import { topics } from '../lib/channel/topics.ts'
import { systemClock } from '../lib/clock.ts'
import type { Sight } from '../lib/reach/reach.ts'
import { Authorizer } from './authorizer.ts'
import { ConnectionRegistry } from './connection-registry.ts'
import { Exchange } from './exchange.ts'
import { AbuseGuard } from './guard/abuse-guard.ts'
import { Addresses } from './guard/addresses.ts'
import { BanList } from './guard/ban-list.ts'
import { sweep } from './guard/sweep.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { LiveRights, type Soon } from './live-rights.ts'
import { Policy } from './policy.ts'
import { SessionEnforcer } from './session-enforcer.ts'
import { storedRights } from './stored.ts'
import { acceptGateways, type TcpOptions } from './wire/tcp.ts'
import { notesValue } from './wire/told-value.ts'
import { acceptWebsockets, directClient } from './wire/websocket.ts'

export interface BrokerOptions {
  /** Its upgrades of `/mqtt` become the channel. */
  server: Server
  /** Where gateways of their own sign in; without it there are none. */
  tcp?: TcpOptions
  store: Pick<Store, 'tokens' | 'sessions' | 'gateways' | 'oauth' | 'audit'>
  rights: {
    isAdmin(userId: string): Answer
    permits(userId: string, part: 'commands', name: string, changes: boolean): Answer
    mayViewAs?(userId: string): Answer
  }
  /** What of a home somebody finds. */
  reaches: { of(userId: string, serialNumber: string): Soon<Sight> }
  /** Pages that may open the channel, e.g. `https://home.example`. */
  origins: readonly string[] | ((origin: string, host: string) => boolean)
  /** Whether a stored session isn't over by its age; those that ended are no longer stored. */
  sessionLives?: (session: SessionRecord, now: number) => boolean
  /** Where a request comes from, when a proxy stands between. */
  clientOf?: (request: IncomingMessage) => { address: string; secure: boolean }
  log: ChannelLog
  metrics: ChannelMetrics
  clock?: Clock
  limits?: Partial<Limits>
}

/** Opens the message channel on an http server (decision 0003). */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { server, store, log, metrics, clock = systemClock, sessionLives = () => true } = options
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const registry = new ConnectionRegistry()
  const banList = new BanList(limits.banMs)
  const abuseGuard = new AbuseGuard({ banList, limits, clock, log, metrics, audit: store.audit })
  const now = (): number => clock.now()
  const { rights, reaches } = options
  const stored = storedRights({ store, rights, reaches, sessionLives, now })
  const live = new LiveRights(stored, now)
  let homes: Homes | undefined

  const exchange = new Exchange({
    limits,
    clock,
    abuseGuard,
    signIn: { banList, registry, limits, clock, credentials: stored },
    authorizer: new Authorizer(new Policy(live), limits, {
      now,
      request(incoming) {
        const { serialNumber, request } = incoming
        if (homes?.request(incoming)) return true
        if (registry.ofGateway(serialNumber)) return false
        broker.sendResponse(incoming, gatewayOffline(request.id))
        return true
      },
      gatewaySaid: (topic, payload) => homes?.gatewaySaid(topic, payload) ?? 'taken',
      subscribed: (topic) => {
        if (topic.kind === 'events') homes?.watched(topic.serialNumber)
      },
      isCurrent: (connection) => registry.isCurrent(connection),
      denied: (connection, what) => abuseGuard.denied(connection, what),
      forbidden: (connection, serialNumber, command) =>
        abuseGuard.forbidden(connection, serialNumber, command),
      malformed: (connection, what) => abuseGuard.malformed(connection, what),
    }),
    entered({ principal }) {
      metrics.count('channel_connects', { kind: principal?.kind ?? 'unknown' })
      if (principal?.kind === 'gateway') homes?.gatewayConnected(principal.serialNumber)
    },
    subscribed({ principal }) {
      if (principal?.kind === 'gateway') homes?.gatewayListens(principal.serialNumber)
    },
    left(connection) {
      const { principal } = connection
      const current = registry.isCurrent(connection)
      registry.remove(connection)
      if (principal?.kind === 'gateway' && current) homes?.gatewayLost(principal.serialNumber)
      if (principal?.kind === 'user' && registry.ofUser(principal.userId).length === 0)
        live.forget(principal.userId)
    },
  })

  const sessionEnforcer = new SessionEnforcer(stored, exchange, now)
  const messageOf = (event: ChannelEvent): Buffer =>
    Buffer.from(JSON.stringify({ ...event, at: new Date(now()).toISOString() }))

  const bytesOf = (message: Event | Request | Response): Buffer => Buffer.from(JSON.stringify(message))

  const broker: Broker = {
    cutSession(sessionKey, reason = 'logged_out') {
      for (const connection of registry.ofSession(sessionKey)) {
        if (connection.principal?.kind === 'user') live.forget(connection.principal.userId)
        sessionEnforcer.showOut(connection, reason)
      }
    },
    cutUser(userId, reason) {
      live.forget(userId)
      for (const connection of registry.ofUser(userId)) sessionEnforcer.showOut(connection, reason)
    },
    dismissUser(userId) {
      live.forget(userId)
      for (const connection of registry.ofUser(userId)) connection.dismiss()
    },
    cutGateway(serialNumber) {
      live.forgetGateway(serialNumber)
      registry.ofGateway(serialNumber)?.dismiss()
    },
    recheck(userId) {
      live.forget(userId)
      for (const connection of registry.ofUser(userId)) void sessionEnforcer.recheck(connection)
    },
    publishToUser: (userId, event) => exchange.say(topics.userEvents(userId), messageOf(event)),
    publishToAdmins: (event) => exchange.say(topics.adminEvents, messageOf(event)),
    publishHomeEvent: (serialNumber, event) =>
      exchange.say(topics.events(serialNumber), notesValue(bytesOf(event), event)),
    publishPresence: (serialNumber, presence) =>
      exchange.publish(topics.presence(serialNumber), Buffer.from(presence), true),
    sendRequest: (serialNumber, userId, request) =>
      exchange.publish(topics.requests(serialNumber, userId), bytesOf(request)),
    sendResponse: ({ serialNumber, userId, sessionKey }, response) =>
      exchange.say(topics.responses(serialNumber, userId, sessionKey), bytesOf(response)),
    serve(served) {
      homes = served
    },
    connectedUsers: () => registry.users(),
    connectsIn(sessionKey) {
      const until = banList.bannedUntil(sessionKey, now())
      return (until ?? banList.freeAt(sessionKey, limits.connectsPerMinute, now())) - now()
    },
    gatewayIsConnected: (serialNumber) => registry.ofGateway(serialNumber) !== undefined,
    connections: () => registry.size,
    get tcp() {
      const address = gateways?.address()
      return typeof address === 'object' && address
        ? { address: address.address, port: address.port }
        : undefined
    },
    async close() {
      stopSweeping()
      stopAccepting()
      for (const connection of registry.all()) connection.dismiss()
      await exchange.close()
      gateways?.close()
    },
  }

  await exchange.open()
  const addresses = new Addresses(limits.socketsPerAddress)
  const door = {
    limits,
    addresses,
    banned: (address: string) => abuseGuard.banned(address),
    refused: (reason: string, address: string) => abuseGuard.turnedAway(reason, address),
  }
  const gateways =
    options.tcp &&
    (await acceptGateways({
      ...door,
      ...options.tcp,
      admit: (wire, address) => exchange.admit(wire, address, 'gateway'),
    }).catch(async (error: unknown) => {
      await exchange.close()
      throw error
    }))
  const { origins } = options
  const stopAccepting = acceptWebsockets({
    ...door,
    server,
    mayConnectFrom: typeof origins === 'function' ? origins : (origin) => origins.includes(origin),
    clientOf: options.clientOf ?? directClient,
    admit: (wire, address) => exchange.admit(wire, address, 'browser'),
  })
  const stopSweeping = sweep(clock, registry, (connection) => void sessionEnforcer.look(connection))
  return broker
}
