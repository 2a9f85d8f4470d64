import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { Event, Response } from '#schemas/generated/channel.ts'
import { gatewayEvents } from '#schemas/generated/gateway-events.ts'
import type { Clock } from '../clock.ts'
import { Interest } from './interest.ts'
import type { ChannelLimits, ChannelToken, EventOrigin, LinkState, OpenChannel } from './protocol.ts'
import { Requests } from './requests.ts'
import type { Connect, Connection } from './transport.ts'

const byGateways: ReadonlySet<string> = new Set(gatewayEvents)

/** Each device has an event of its own for its properties. */
const ofDevice = /^device_.+_property_changed$/

/** Whether gateways tell this event; all others are the server's (schemas/channel). */
const isOfGateways = (event: string): boolean => byGateways.has(event) || ofDevice.test(event)

export interface ChannelEffects {
  clock: Clock
  connect: Connect
  random(): number
  newId(): string
  /** A token for one connection, or undefined while none is to be had; throws nothing. */
  token(): Promise<ChannelToken | undefined>
  /** `until`: it connects then, since many connections were made shortly before. */
  link(state: LinkState, since: number, until?: number): void
  presence(online: boolean): void
  /** Connected and subscribed: what happened meanwhile is unknown. */
  ready(): void
  event(origin: EventOrigin, event: Event): void
  /** The broker refused the session: sign out. */
  refused(): void
  malformed(where: string): void
  /** Values that the page shows, `device/service/property` each. */
  shown(): readonly string[]
}

const { protocolVersion } = catalogue.limits
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Everything that one client says and hears: a link that comes back by itself, requests, live events. */
export class Channel {
  readonly #open: OpenChannel
  readonly #limits: ChannelLimits
  readonly #effects: ChannelEffects
  readonly #requests: Requests
  readonly #interest: Interest
  readonly #topics: {
    requests: string | undefined
    interest: string | undefined
    own: ReadonlyMap<string, EventOrigin>
    presence: string | undefined
  }
  #connection: Connection | undefined
  #sessionKey = ''
  #live = false
  #closed = false
  #attempt = 0
  /** Counts connections, so that a late callback of an old one is recognised. */
  #generation = 0
  #stopTimer: () => void = () => {}
  #stopWatch: () => void = () => {}

  constructor(open: OpenChannel, effects: ChannelEffects) {
    this.#open = open
    this.#limits = open.limits
    this.#effects = effects
    const root = 'gatehouse/v1'
    const gateway = open.gateway === undefined ? undefined : `${root}/gateways/${open.gateway}`
    const own = new Map<string, EventOrigin>([[`${root}/users/${open.userId}/events`, 'user']])
    if (gateway) own.set(`${gateway}/events`, 'gateway')
    if (open.admin) own.set(`${root}/admins/events`, 'admin')
    this.#topics = {
      requests: gateway && `${gateway}/users/${open.userId}/requests`,
      interest: gateway && `${gateway}/users/${open.userId}/interest`,
      own,
      presence: gateway && `${gateway}/presence`,
    }
    this.#interest = new Interest({
      clock: effects.clock,
      most: this.#limits.packet,
      shown: effects.shown,
      tell: (interest) => {
        if (this.#live && this.#topics.interest) this.#connection?.publish(this.#topics.interest, interest)
      },
    })
    this.#requests = new Requests({
      clock: effects.clock,
      timeout: this.#limits.requestTimeout,
      retries: this.#limits.retries,
      most: this.#limits.packet,
      version: protocolVersion.value,
      newId: effects.newId,
      isOpen: () => this.#live,
      send: (request) => {
        if (this.#topics.requests)
          this.#connection?.publish(
            this.#topics.requests,
            JSON.stringify({ ...request, session: this.#sessionKey }),
          )
      },
    })
  }

  start(): void {
    this.#effects.link('connecting', this.#effects.clock.now())
    void this.#connect()
  }

  /** A person asked, the page woke up, or the network came back: try now and begin counting anew. */
  retry(): void {
    if (this.#live || this.#closed) return
    this.#attempt = 0
    this.#stopTimer()
    void this.#connect()
  }

  call(command: string, params: unknown, id?: string): { id: string; answer: Promise<unknown> } {
    return this.#requests.call(this.#sessionKey, command, params, id)
  }

  /** The page shows other values than before. */
  shownChanged(): void {
    this.#interest.changed()
  }

  close(): void {
    this.#closed = true
    this.#interest.close()
    this.#generation++
    this.#stopTimer()
    this.#stopWatch()
    this.#requests.close()
    this.#connection?.end()
  }

  get #responses(): string {
    return `gatehouse/v1/gateways/${this.#open.gateway}/users/${this.#open.userId}/sessions/${this.#sessionKey}/responses`
  }

  async #connect(): Promise<void> {
    const generation = ++this.#generation
    this.#connection?.end()
    const token = await this.#effects.token()
    if (this.#closed || generation !== this.#generation) return
    if (!token) return this.#lost()
    if (token.wait !== undefined && token.wait > 0) return this.#waitFor(token.wait)
    this.#sessionKey = token.sessionKey
    const current = () => generation === this.#generation && !this.#closed
    this.#connection = this.#effects.connect(
      {
        url: this.#open.url,
        clientId: `${token.sessionKey}-${this.#effects.newId().slice(0, 8)}`,
        username: this.#open.userId,
        password: token.token,
        keepalive: this.#limits.keepalive / 1000,
        connectTimeout: this.#limits.connectTimeout,
      },
      {
        connected: () => void (current() && this.#subscribe(generation)),
        heard: () => void (current() && this.#watch()),
        message: (topic, payload) => void (current() && this.#message(topic, payload)),
        closed: (reason) => {
          if (!current()) return
          if (reason === 'refused') return this.#refused()
          this.#lost()
        },
      },
    )
  }

  async #subscribe(generation: number): Promise<void> {
    const { own, presence } = this.#topics
    const topics = [...own.keys()]
    if (presence) topics.push(presence, this.#responses)
    try {
      await this.#connection?.subscribe(topics)
    } catch {
      // A refused topic is an error of that topic, not the end of the session (decisions).
      this.#effects.malformed('subscribe')
    }
    if (this.#closed || generation !== this.#generation) return
    this.#live = true
    this.#attempt = 0
    this.#effects.link('live', this.#effects.clock.now())
    this.#interest.tellNow()
    this.#watch()
    this.#effects.ready()
    this.#requests.resend()
  }

  /** L-06: a dead link is noticed by silence, long before the keepalive would. */
  #watch(): void {
    const { clock } = this.#effects
    this.#stopWatch()
    this.#stopWatch = clock.after(this.#limits.silence, () => {
      this.#connection?.ping()
      this.#stopWatch = clock.after(this.#limits.pingTimeout, () => {
        this.#connection?.end()
        this.#lost()
      })
    })
  }

  #lost(): void {
    const { clock, link, random } = this.#effects
    this.#stopWatch()
    this.#stopTimer()
    this.#generation++
    if (this.#live || this.#attempt === 0) link('stale', clock.now())
    this.#live = false
    if (this.#attempt >= this.#limits.retries) return link('failed', clock.now())
    this.#attempt++
    // Full jitter: after a restart of the broker the clients come back spread out, not all at once.
    this.#stopTimer = clock.after(random() * this.#limits.reconnect, () => void this.#connect())
  }

  /** Not yet: it says until when, and asks again then. */
  #waitFor(ms: number): void {
    const { clock, link } = this.#effects
    const now = clock.now()
    this.#stopTimer()
    link('stale', now, now + ms)
    this.#stopTimer = clock.after(ms, () => void this.#connect())
  }

  #refused(): void {
    this.#live = false
    this.close()
    this.#effects.refused()
  }

  #message(topic: string, payload: Uint8Array): void {
    if (topic === this.#topics.presence)
      return this.#effects.presence(decoder.decode(payload).includes('online'))
    let body: unknown
    try {
      body = JSON.parse(decoder.decode(payload))
    } catch {
      return this.#effects.malformed(topic)
    }
    if (typeof body !== 'object' || body === null) return this.#effects.malformed(topic)
    const origin = this.#topics.own.get(topic)
    if (origin) {
      // What the page does not show comes several events at a time (decision 0292).
      const several: unknown[] = origin === 'gateway' && Array.isArray(body) ? body : []
      for (const said of several.length > 0 ? several : [body]) this.#event(topic, origin, said)
      return
    }
    if (!('id' in body) || typeof body.id !== 'string' || !('code' in body) || typeof body.code !== 'number')
      return this.#effects.malformed(topic)
    this.#requests.answered(body as Response)
  }

  #event(topic: string, origin: EventOrigin, said: unknown): void {
    if (typeof said !== 'object' || said === null) return this.#effects.malformed(topic)
    if (!('event' in said) || typeof said.event !== 'string') return this.#effects.malformed(topic)
    // Server events come from the server's topics only, whatever a gateway calls its own.
    if ((origin === 'gateway') !== isOfGateways(said.event)) return this.#effects.malformed(topic)
    this.#effects.event(origin, said as Event)
  }
}
