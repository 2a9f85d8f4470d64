import type { Event, Response } from '#schemas/generated/channel.ts'
import { readJson } from '#server/channel/envelope.ts'
import type { Said } from '#server/channel/gate.ts'
import type { GatewayTopic } from '#server/channel/topics.ts'
import { type Asker, SERVER } from './asker.ts'
import type { Connections } from './connections.ts'
import type { LayoutNews } from './layout-news.ts'
import { RULE_NOTIFICATION } from './rule-news.ts'
import { Shadow } from './shadow.ts'
import { type Succession, successionIn } from './succession.ts'

/** The gateways that sign in from elsewhere. */
export class Shadows {
  readonly #shadows = new Map<string, Shadow>()
  readonly #asker: Asker
  readonly #connections: Connections
  readonly #news: LayoutNews
  readonly #replaced: (serialNumber: string, succession: Succession) => void
  readonly #notified: (serialNumber: string, news: unknown) => void

  /** `replaced`: a device of a gateway has taken the place of another one. `notified`: one of its rules wants somebody notified. */
  constructor(
    asker: Asker,
    connections: Connections,
    news: LayoutNews,
    replaced: (serialNumber: string, succession: Succession) => void,
    notified: (serialNumber: string, news: unknown) => void,
  ) {
    this.#asker = asker
    this.#connections = connections
    this.#news = news
    this.#replaced = replaced
    this.#notified = notified
  }

  of(serialNumber: string): Shadow | undefined {
    return this.#shadows.get(serialNumber)
  }

  connected(serialNumber: string): void {
    const shadow =
      this.#shadows.get(serialNumber) ??
      new Shadow(serialNumber, this.#asker, (described) => this.#news.add(described))
    this.#shadows.set(serialNumber, shadow)
    this.#set(shadow, true)
  }

  listens(serialNumber: string): void {
    this.#shadows.get(serialNumber)?.listens()
  }

  lost(serialNumber: string): void {
    const shadow = this.#shadows.get(serialNumber)
    if (!shadow) return
    shadow.lost()
    this.#set(shadow, false)
  }

  said(topic: GatewayTopic, payload: Buffer): Said {
    const shadow = this.#shadows.get(topic.serialNumber)
    if (!shadow || topic.kind === 'requests') return 'taken'
    if (topic.kind === 'presence') return this.#presence(shadow, payload.toString())
    const message = readJson(payload)
    if (topic.kind === 'events') {
      if (!isEvent(message)) return 'malformed'
      shadow.event(message)
      const succession = successionIn(message)
      if (succession) this.#replaced(topic.serialNumber, succession)
      if (message.event === RULE_NOTIFICATION) this.#notified(topic.serialNumber, message.data)
      return 'forward'
    }
    if (!isResponse(message)) return 'malformed'
    if (topic.userId !== SERVER) return 'forward'
    this.#asker.answered(topic.serialNumber, topic.sessionKey, message)
    return 'taken'
  }

  /** Said on by the server, in one spelling. */
  #presence(shadow: Shadow, payload: string): Said {
    const said = /^"?(online|offline)"?$/.exec(payload)?.[1]
    if (!said) return 'malformed'
    this.#set(shadow, said === 'online')
    return 'taken'
  }

  #set(shadow: Shadow, online: boolean): void {
    if (shadow.setOnline(online)) this.#connections.set(shadow.serialNumber, online ? 'online' : 'offline')
  }
}

function isEvent(value: unknown): value is Event {
  if (typeof value !== 'object' || value === null) return false
  const { event, at, seq, data } = value as Partial<Record<keyof Event, unknown>>
  return (
    typeof event === 'string' &&
    typeof at === 'string' &&
    data !== undefined &&
    (seq === undefined || Number.isSafeInteger(seq))
  )
}

function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false
  const { id, code } = value as Partial<Record<keyof Response, unknown>>
  return typeof id === 'string' && Number.isInteger(code)
}
