import { Aedes, type Client, type ConnectPacket } from 'aedes'
import type { Clock } from '#gateway/core/ports.ts'
import { type Authorizer, connectionOf } from './authorizer.ts'
import type { AbuseGuard } from './guard/abuse-guard.ts'
import type { Limits } from './limits.ts'
import { memoryByTopic } from './retained.ts'
import { type SignInParts, type SignInRequest, signIn } from './sign-in.ts'
import { Connection } from './wire/connection.ts'
import type { Wire } from './wire/wire.ts'

export interface ExchangeOptions {
  authorizer: Authorizer
  abuseGuard: AbuseGuard
  signIn: SignInParts
  limits: Limits
  clock: Clock
  /** After a connection is over. */
  left(connection: Connection): void
  /** After a CONNECT was accepted and answered. */
  entered(connection: Connection): void
  /** After a subscription took effect. */
  subscribed(connection: Connection): void
}

/** aedes with our own doors: it sees whole packets of clients that the authorizer knows, and nothing else. */
export class Exchange {
  readonly #aedes: Aedes
  readonly #options: ExchangeOptions
  /** What a CONNECT said, until it is decided. */
  readonly #asked = new WeakMap<Connection, SignInRequest>()
  /** By topic, who listens to it. */
  readonly #listeners = new Map<string, Set<Connection>>()

  constructor(options: ExchangeOptions) {
    const { authorizer, limits } = options
    this.#options = options
    this.#aedes = new Aedes({
      persistence: memoryByTopic(),
      // Nobody waits for anybody: connections are never full. A line of what waits would be taken off by calls within
      // calls, one for each message that nobody hears, until the stack ends.
      concurrency: 0,
      authorizePublish: authorizer.authorizePublish,
      authorizeSubscribe: authorizer.authorizeSubscribe,
      authorizeForward: authorizer.authorizeForward,
      preConnect: (client, packet, done) => this.#note(client, packet, done),
      authenticate: (client, _username, _password, done) => {
        this.#decide(client).then(
          (returnCode) =>
            returnCode === 0
              ? done(null, true)
              : done(Object.assign(new Error('refused'), { returnCode }), null),
          // The store does not answer: not now, rather than never.
          () => done(Object.assign(new Error('refused'), { returnCode: 3 }), null),
        )
      },
      connectTimeout: limits.connectTimeoutMs,
      drainTimeout: 5000,
      maxTopicLevels: 10,
      maxInflightInbound: 20,
    })
    this.#aedes.on('clientReady', (client) => {
      const connection = connectionOf(client)
      if (connection) options.entered(connection)
    })
    // Also when a connection ends.
    this.#aedes.on('unsubscribe', (filters, client) => {
      const connection = connectionOf(client)
      if (!connection) return
      this.#forget(connection, filters)
      for (const filter of filters) connection.filters.delete(filter)
    })
    this.#aedes.on('subscribe', (_subscriptions, client) => {
      const connection = connectionOf(client)
      if (!connection || connection.destroyed) return
      for (const topic of connection.filters) this.#listenersOf(topic).add(connection)
      options.subscribed(connection)
    })
  }

  open(): Promise<void> {
    return this.#aedes.listen()
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#aedes.close(resolve))
  }

  admit(wire: Wire, address: string, kind: 'browser' | 'gateway'): Connection {
    const { limits, clock, abuseGuard, left } = this.#options
    const onBreach = (broken: Connection, reason: string): void => abuseGuard.broke(broken, reason)
    const connection = new Connection({ wire, address, kind, limits, clock, onBreach })
    connection.once('close', () => left(connection))
    this.#aedes.handle(connection)
    return connection
  }

  /**
   * What the server says itself, to whoever listens to this very topic: by the same rights, without the broker's search for
   * filters that might fit, of which people have none.
   */
  say(topic: string, payload: Buffer): void {
    for (const connection of this.#listeners.get(topic) ?? [])
      if (this.#options.authorizer.forward(connection, topic, payload)) connection.tell(topic, payload)
  }

  publish(topic: string, payload: Buffer, retain = false): void {
    this.#aedes.publish({ cmd: 'publish', topic, payload, qos: 0, retain, dup: false }, () => undefined)
  }

  /** Takes a subscription back without asking. */
  unsubscribe(connection: Connection, filter: string): Promise<void> {
    const client = this.#options.signIn.registry.clientOf(connection)
    if (!client) return Promise.resolve()
    return new Promise((resolve) =>
      client.unsubscribe({ cmd: 'unsubscribe', unsubscriptions: [filter] }, () => resolve()),
    )
  }

  #listenersOf(topic: string): Set<Connection> {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners)
    return listeners
  }

  #forget(connection: Connection, topics: Iterable<string>): void {
    for (const topic of topics) {
      const listeners = this.#listeners.get(topic)
      listeners?.delete(connection)
      if (listeners?.size === 0) this.#listeners.delete(topic)
    }
  }

  #note(client: Client, packet: ConnectPacket, done: (error: Error | null, success: boolean) => void): void {
    const connection = connectionOf(client)
    if (!connection) return done(new Error('no connection'), false)
    const { clientId, keepalive = 0, username, password } = packet
    this.#asked.set(connection, { clientId, keepalive, username, password: password?.toString() })
    // Nothing is kept for those who are away: rights may change meanwhile, and a snapshot is fresher.
    packet.clean = true
    // A gateway is its serial number, whatever it calls itself: its newer connection ends the older, and only that.
    if (connection.kind === 'gateway') packet.clientId = `gateway ${username ?? ''}`
    done(null, true)
  }

  async #decide(client: Client): Promise<number> {
    const connection = connectionOf(client)
    const request = connection && this.#asked.get(connection)
    if (!connection || !request) return 5
    this.#asked.delete(connection)
    const decision = await signIn(connection, client, request, this.#options.signIn)
    if ('kind' in decision) return 0
    this.#options.abuseGuard.refusedSignIn(connection, decision, request.username)
    return decision.returnCode
  }
}
