import type { AedesPublishPacket, Client, PublishPacket, Subscription } from 'aedes'
import type { Request, Response } from '#schemas/generated/channel.ts'
import { notAllowed, notAuthorized, unknownCommand } from '../lib/channel/answers.ts'
import { isForPersons, readInterest, readRequest } from '../lib/channel/envelope.ts'
import type { Answer, Incoming, Said } from '../lib/channel/port.ts'
import { type GatewayTopic, parseFilter, parseTopic, type Topic, topics } from '../lib/channel/topics.ts'
import type { Sight } from '../lib/reach/reach.ts'
import { refusedWithin } from '../lib/reach/within.ts'
import { heard } from './hearing.ts'
import type { Limits } from './limits.ts'
import { both, from } from './live-rights.ts'
import { isAbout, type Policy } from './policy.ts'
import type { Principal, UserPrincipal } from './principal.ts'
import { Connection, type Held } from './wire/connection.ts'

/** A topic that nobody can subscribe to: refused messages end here, since the broker knows no other way than to hang up. */
const NOWHERE = '$refused'

export interface GateEvents {
  /** Epoch ms. */
  now(): number
  /** True: taken here. False: a gateway that is connected gets it. */
  request(incoming: Incoming): boolean
  /** A connected gateway said something on one of its own topics. Only what is to be forwarded reaches others. */
  gatewaySaid(topic: GatewayTopic, payload: Buffer): Said
  subscribed(topic: Topic): void
  /** False once a newer connection took its place. */
  isCurrent(connection: Connection): boolean
  denied(connection: Connection, what: 'publish' | 'subscribe'): void
  /** The sub-role of who asks has no permission for a command, or the owner has not shared what it is about. */
  forbidden(connection: Connection, serialNumber: string, command: string): void
  malformed(connection: Connection, what: string): void
}

/** Every message passes here: at publish, at subscribe and at delivery (M-02, M-04, M-05). */
export class Authorizer {
  readonly #policy: Policy
  readonly #limits: Limits
  readonly #events: GateEvents

  constructor(policy: Policy, limits: Limits, events: GateEvents) {
    this.#policy = policy
    this.#limits = limits
    this.#events = events
  }

  readonly authorizePublish = (
    client: Client | null,
    packet: PublishPacket,
    done: (error?: Error | null) => void,
  ): void => {
    const connection = connectionOf(client)
    const who = connection?.principal
    // Without a client it is the will of a broker that died: nobody is left to answer for it.
    if (!client || !connection || !who) return done(new Error('unknown sender'))
    // A browser has no last word: closing a tab must not move a shutter.
    if (client.closed && who.kind === 'user') return done(new Error('will of a browser'))
    // Nor does a gateway that is back already.
    if (client.closed && !this.#events.isCurrent(connection))
      return done(new Error('will of an older connection'))
    after(this.#mayPass(connection, who, packet), (passes) => {
      if (passes) return done()
      packet.topic = NOWHERE
      packet.payload = Buffer.alloc(0)
      packet.retain = false
      done()
    })
  }

  readonly authorizeSubscribe = (
    client: Client,
    subscription: Subscription,
    done: (error: Error | null, subscription?: Subscription | null) => void,
  ): void => {
    const connection = connectionOf(client)
    const filter = parseFilter(subscription.topic)
    const who = connection?.principal
    if (!connection || !who) return done(null, null)
    const room =
      connection.filters.has(subscription.topic) || connection.filters.size < this.#limits.subscriptions
    const granted = filter !== undefined && room && this.#policy.mayReceive(who, filter)
    after(granted, (yes) => {
      if (!yes || !filter) {
        this.#events.denied(connection, 'subscribe')
        return done(null, null)
      }
      connection.filters.add(subscription.topic)
      if (filter.kind !== 'anyRequests') this.#events.subscribed(filter)
      done(null, subscription)
    })
  }

  readonly authorizeForward = (client: Client, packet: AedesPublishPacket): AedesPublishPacket | null => {
    const connection = connectionOf(client)
    return connection && this.forward(connection, packet.topic, bufferOf(packet.payload)) ? packet : null
  }

  /** True: it goes as it is, by whoever asks. Else it was refused, goes another way, or must wait. */
  forward(connection: Connection, name: string, payload: Buffer): boolean {
    const topic = parseTopic(name)
    if (!connection.principal || !topic) return false
    const { principal } = connection
    if (principal.kind === 'user' && !isAbout(principal, topic, payload)) return false
    const allowed = from<boolean, Held>(this.#policy.mayReceive(principal, topic), (yes) =>
      yes && principal.kind === 'user' ? heard(this.#policy, principal, connection, topic, payload) : yes,
    )
    if (allowed === false) return false
    if (allowed instanceof Promise || connection.holding) connection.hold(name, payload, allowed)
    else if (allowed === true && !connection.gathers(name)) return true
    else connection.deliver(name, allowed === true ? payload : allowed)
    return false
  }

  #mayPass(connection: Connection, who: Principal, packet: PublishPacket): Answer {
    const topic = parseTopic(packet.topic)
    if (who.kind === 'user' && topic?.kind === 'interest')
      return this.#takeInterest(connection, who, topic, packet)
    if (who.kind === 'user') return this.#mayAsk(connection, who, topic, packet)
    const allowed = topic ? this.#policy.mayPublish(who, topic) : false
    return both(this.#noted(connection, allowed), () => {
      // Only presence is for those who come later.
      if (!topic || !('serialNumber' in topic) || (packet.retain && topic.kind !== 'presence')) return false
      if (topic.kind === 'presence' && !connection.comesOrGoes()) return false
      const said = this.#events.gatewaySaid(topic, bufferOf(packet.payload))
      if (said === 'malformed') this.#events.malformed(connection, topic.kind)
      if (typeof said === 'object') packet.payload = said.forward
      return said === 'forward' || typeof said === 'object'
    })
  }

  /** What a client shows of a home concerns its connection alone, and goes no further. */
  #takeInterest(
    connection: Connection,
    who: UserPrincipal,
    topic: GatewayTopic,
    packet: PublishPacket,
  ): Answer {
    const mine = packet.retain ? false : this.#policy.mayPublish(who, topic)
    return both(this.#noted(connection, mine), () => {
      const interest = readInterest(bufferOf(packet.payload))
      if (interest) connection.shows(topics.events(topic.serialNumber), interest.values)
      else this.#events.malformed(connection, 'interest')
      return false
    })
  }

  #mayAsk(
    connection: Connection,
    who: UserPrincipal,
    topic: Topic | undefined,
    packet: PublishPacket,
  ): Answer {
    const request = readRequest(bufferOf(packet.payload))
    const mine = topic?.kind === 'requests' && !packet.retain ? this.#policy.mayPublish(who, topic) : false
    return both(this.#noted(connection, mine, topic, request), () => {
      if (topic?.kind !== 'requests') return false
      if (!request) {
        this.#events.malformed(connection, 'request')
        return false
      }
      if (request.session !== who.sessionKey) {
        this.#refuse(connection, who, topic.serialNumber, notAuthorized(request.id))
        this.#events.denied(connection, 'publish')
        return false
      }
      if (!isForPersons(request.command)) {
        this.#refuse(connection, who, topic.serialNumber, unknownCommand(request.id))
        return false
      }
      const { serialNumber } = topic
      return from(this.#permitted(connection, who, serialNumber, request), (yes) => {
        if (!yes) return false
        return from(this.#policy.sight(who, serialNumber), (sight) => {
          if (sight === 'none' || !this.#within(connection, who, serialNumber, { sight, request }))
            return false
          const asking = { serialNumber, userId: who.userId, sessionKey: who.sessionKey, request }
          const view =
            sight === 'all' ? undefined : { reach: sight, told: () => connection.told(serialNumber) }
          return !this.#events.request(view ? { ...asking, view } : asking)
        })
      })
    })
  }

  /** What the owner has not given, or not for now, is answered so; the connection stays. */
  #within(
    connection: Connection,
    who: UserPrincipal,
    serialNumber: string,
    { sight, request }: { sight: Sight; request: Request },
  ): boolean {
    const refusal = typeof sight === 'string' ? undefined : refusedWithin(sight, request, this.#events.now())
    if (!refusal) return true
    this.#refuse(connection, who, serialNumber, refusal)
    this.#events.forbidden(connection, serialNumber, request.command)
    return false
  }

  /** A command that the sub-role has no permission for is answered so; the connection stays (M-05). */
  #permitted(connection: Connection, who: UserPrincipal, serialNumber: string, request: Request): Answer {
    const note = (yes: boolean): boolean => {
      if (yes) return true
      this.#refuse(connection, who, serialNumber, notAllowed(request.id))
      this.#events.forbidden(connection, serialNumber, request.command)
      return false
    }
    const allowed = this.#policy.maySend(who, orderIn(serialNumber, request))
    return typeof allowed === 'boolean' ? note(allowed) : allowed.then(note)
  }

  /** Counts a refusal, and tells the asker when there is a way to tell. */
  #noted(connection: Connection, allowed: Answer, topic?: Topic, request?: Request): Answer {
    const note = (yes: boolean): boolean => {
      if (yes) return true
      this.#events.denied(connection, 'publish')
      const who = connection.principal
      if (who?.kind === 'user' && topic && 'serialNumber' in topic && request)
        this.#refuse(connection, who, topic.serialNumber, notAuthorized(request.id))
      return false
    }
    return typeof allowed === 'boolean' ? note(allowed) : allowed.then(note)
  }

  #refuse(connection: Connection, who: UserPrincipal, serialNumber: string, answer: Response): void {
    const topic = topics.responses(serialNumber, who.userId, who.sessionKey)
    connection.tell(topic, Buffer.from(JSON.stringify(answer)))
  }
}

/** Whoever may install firmware may say when a gateway does so by itself; to set a value of a device is less. */
const orderIn = (serialNumber: string, { command, params }: Request): string =>
  command === 'set_service_property_value' &&
  (params as { device_id?: unknown } | undefined)?.device_id === serialNumber
    ? 'confirm_upgrade'
    : command

export const connectionOf = (client: Client | null): Connection | undefined =>
  client?.conn instanceof Connection ? client.conn : undefined

const bufferOf = (payload: string | Buffer): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : payload

/** Without a detour when the answer is there: order and speed. */
function after(answer: Answer, then: (yes: boolean) => void): void {
  if (typeof answer === 'boolean') return then(answer)
  void answer.then(then, () => then(false))
}
