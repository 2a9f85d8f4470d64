import type { Event, Request, Response } from '#schemas/generated/channel.ts'
import { readJson } from '#server/lib/channel/envelope.ts'
import type { Said } from '#server/lib/channel/port.ts'
import type { GatewayTopic } from '#server/lib/channel/topics.ts'
import { type Asker, SERVER } from './asker.ts'
import type { Connections } from './connections.ts'
import type { Departures } from './departures.ts'
import { readAnswer, readEvent, readResponse } from './gateway-says.ts'
import type { Home } from './home.ts'
import type { LayoutNews } from './layout-news.ts'
import { Shadow } from './shadow.ts'
import { type Succession, successionIn } from './succession.ts'
import { isRuleNews } from './telling/rule-news.ts'

/** An answer that comes later than any client waits is nobody's. */
const TTL_MS = 60_000
/** Of one gateway; the oldest are forgotten first. */
const MOST = 2000

interface Question {
  command: string
  at: number
}

/** Which command a gateway was asked by whom: only an answer to a question is passed on, and as the answer to that one. */
class Asked {
  readonly #questions = new Map<string, Map<string, Question>>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  note(
    { serialNumber, userId, sessionKey }: { serialNumber: string; userId: string; sessionKey: string },
    { id, command }: { id: string; command: string },
  ): void {
    const questions = this.#questions.get(serialNumber) ?? new Map<string, Question>()
    this.#questions.set(serialNumber, questions)
    const key = `${userId} ${sessionKey} ${id}`
    // The same asked again is as young as its last time.
    questions.delete(key)
    questions.set(key, { command, at: this.#now() })
    for (const [oldest, { at }] of questions) {
      if (questions.size <= MOST && this.#now() - at <= TTL_MS) break
      questions.delete(oldest)
    }
  }

  /** It stays: a question that was repeated is answered twice. */
  commandOf(
    { serialNumber, userId, sessionKey }: { serialNumber: string; userId: string; sessionKey: string },
    id: string,
  ): string | undefined {
    const question = this.#questions.get(serialNumber)?.get(`${userId} ${sessionKey} ${id}`)
    return question && this.#now() - question.at <= TTL_MS ? question.command : undefined
  }

  forget(serialNumber: string): void {
    this.#questions.delete(serialNumber)
  }
}

type Answered = (
  who: { serialNumber: string; userId: string; sessionKey: string },
  command: string,
  response: Response,
) => void

/** Whoever looks on while homes do what they do. */
export interface Witness {
  event(home: Home, event: Pick<Event, 'event' | 'at' | 'data'>): void
  /** A home was described anew. */
  described(home: Home): void
  /** The scenes of a home elsewhere, which somebody follows, are known, or known anew. */
  scenes?(home: Home): void
}

/** The gateways that sign in from elsewhere. */
export class Shadows {
  readonly #shadows = new Map<string, Shadow>()
  readonly #asker: Asker
  readonly #asked: Asked
  readonly #connections: Connections
  readonly #departures: Departures
  readonly #news: LayoutNews
  readonly #replaced: (serialNumber: string, succession: Succession) => void
  readonly #notified: (serialNumber: string, news: unknown, event: string) => void
  readonly #answered: Answered
  readonly #witness: Witness

  /**
   * `replaced`: a device of a gateway has taken the place of another one. `notified`: one of its rules wants somebody
   * notified. `answered`: it has answered a person.
   */
  constructor(
    asker: Asker,
    now: () => number,
    connections: Connections,
    departures: Departures,
    news: LayoutNews,
    replaced: (serialNumber: string, succession: Succession) => void,
    notified: (serialNumber: string, news: unknown, event: string) => void,
    answered: Answered,
    witness: Witness,
  ) {
    this.#asker = asker
    this.#asked = new Asked(now)
    this.#connections = connections
    this.#departures = departures
    this.#news = news
    this.#replaced = replaced
    this.#notified = notified
    this.#answered = answered
    this.#witness = witness
  }

  /** Gateways of their own that are there. */
  online(): string[] {
    return [...this.#shadows].flatMap(([serialNumber, shadow]) => (shadow.online() ? [serialNumber] : []))
  }

  of(serialNumber: string): Shadow | undefined {
    return this.#shadows.get(serialNumber)
  }

  connected(serialNumber: string): void {
    const shadow =
      this.#shadows.get(serialNumber) ??
      new Shadow(serialNumber, this.#asker, {
        described: (described) => {
          this.#news.add(described)
          this.#witness.described(described)
        },
        scenes: (known) => this.#witness.scenes?.(known),
      })
    this.#shadows.set(serialNumber, shadow)
    this.#set(shadow, true, false)
  }

  listens(serialNumber: string): void {
    this.#shadows.get(serialNumber)?.listens()
  }

  lost(serialNumber: string): void {
    const shadow = this.#shadows.get(serialNumber)
    if (!shadow) return
    shadow.lost()
    this.#asked.forget(serialNumber)
    this.#set(shadow, false, false)
  }

  said(topic: GatewayTopic, payload: Buffer): Said {
    const shadow = this.#shadows.get(topic.serialNumber)
    if (!shadow || topic.kind === 'requests' || topic.kind === 'interest') return 'taken'
    if (topic.kind === 'presence') return this.#presence(shadow, payload.toString())
    const message = readJson(payload)
    if (topic.kind === 'events') {
      const event = readEvent(message)
      if (!event) return 'malformed'
      shadow.event(event)
      this.#witness.event(shadow, event)
      const succession = successionIn(event)
      if (succession) this.#replaced(topic.serialNumber, succession)
      if (isRuleNews(event.event)) this.#notified(topic.serialNumber, event.data, event.event)
      return asRead(message, event)
    }
    const response = readResponse(message)
    if (!response) return 'malformed'
    if (topic.userId === SERVER) {
      this.#asker.answered(topic.serialNumber, topic.sessionKey, response)
      return 'taken'
    }
    const command = this.#asked.commandOf(topic, response.id)
    // Nobody asked, or nobody waits any more.
    if (command === undefined) return 'taken'
    if (response.code === 0) this.#departures.took(topic.serialNumber, command)
    const answer = readAnswer(command, response)
    this.#answered(topic, command, answer)
    return asRead(message, answer)
  }

  /** A person's question goes to this gateway. */
  asks(who: { serialNumber: string; userId: string; sessionKey: string }, request: Request): void {
    this.#asked.note(who, request)
  }

  /** Said on by the server, in one spelling. */
  #presence(shadow: Shadow, payload: string): Said {
    const said = /^"?(online|offline)"?$/.exec(payload)?.[1]
    if (!said) return 'malformed'
    this.#set(shadow, said === 'online', true)
    return 'taken'
  }

  /** `said`: by the gateway itself. */
  #set(shadow: Shadow, online: boolean, said: boolean): void {
    const { serialNumber } = shadow
    if (!shadow.setOnline(online)) return
    if (online) this.#connections.set(serialNumber, 'online')
    else this.#connections.set(serialNumber, 'offline', this.#departures.causeOf(serialNumber, said))
  }
}

const asRead = (said: unknown, read: unknown): Said =>
  said === read ? 'forward' : { forward: Buffer.from(JSON.stringify(read)) }
