import type { Answer } from '../lib/channel/port.ts'
import type { Sight } from '../lib/reach/reach.ts'

/** Now, or soon. */
export type Soon<T> = T | Promise<T>

/** Who may use what, against the store as it is now. */
export interface ChannelRights {
  /** What of a gateway somebody finds: what of it he may hear and say. */
  sight(userId: string, serialNumber: string): Soon<Sight>
  isAdmin(userId: string): Answer
  sessionAlive(userId: string, sessionKey: string): Answer
  /** The sub-role allows a command. */
  maySend(userId: string, command: string): Answer
  /** The gateway's secret is still worth something. */
  gatewayKnown(serialNumber: string): Answer
}

/** No answer is older than this when a message is delivered by it (a change must act within 1 s). */
const FRESH_MS = 400

interface Known<T> {
  at: number
  answer: Soon<T>
}

/** What cannot be determined is refused. */
const NOTHING: Sight = 'none'

/**
 * Live rights, asked at most every 400 ms per person and thing: messages come faster than rights change. What this
 * process changes is forgotten at once; what another replica changes is seen after those 400 ms.
 */
export class LiveRights implements ChannelRights {
  readonly #rights: ChannelRights
  readonly #now: () => number
  readonly #known = new Map<string, Map<string, Known<boolean>>>()
  readonly #sights = new Map<string, Map<string, Known<Sight>>>()

  constructor(rights: ChannelRights, now: () => number) {
    this.#rights = rights
    this.#now = now
  }

  sight(userId: string, serialNumber: string): Soon<Sight> {
    const look = () => this.#rights.sight(userId, serialNumber)
    return this.#fresh(this.#sights, userId, serialNumber, { look, otherwise: NOTHING })
  }

  isAdmin(userId: string): Answer {
    return this.#answer(userId, 'admin', () => this.#rights.isAdmin(userId))
  }

  sessionAlive(userId: string, sessionKey: string): Answer {
    return this.#answer(userId, `session ${sessionKey}`, () => this.#rights.sessionAlive(userId, sessionKey))
  }

  /** Asked with commands that the channel describes: so many are remembered, and no more. */
  maySend(userId: string, command: string): Answer {
    return this.#answer(userId, `send ${command}`, () => this.#rights.maySend(userId, command))
  }

  gatewayKnown(serialNumber: string): Answer {
    // A space is in no id, so a gateway is never mistaken for a user.
    return this.#answer(`gateway ${serialNumber}`, 'known', () => this.#rights.gatewayKnown(serialNumber))
  }

  /** Answers on their way are forgotten too: they may have been looked up before the change. */
  forget(userId: string): void {
    this.#known.delete(userId)
    this.#sights.delete(userId)
  }

  forgetGateway(serialNumber: string): void {
    this.forget(`gateway ${serialNumber}`)
  }

  #answer(who: string, what: string, look: () => Answer): Answer {
    return this.#fresh(this.#known, who, what, { look, otherwise: false })
  }

  #fresh<T>(
    all: Map<string, Map<string, Known<T>>>,
    who: string,
    what: string,
    { look, otherwise }: { look(): Soon<T>; otherwise: T },
  ): Soon<T> {
    let answers = all.get(who)
    if (!answers) {
      answers = new Map()
      all.set(who, answers)
    }
    const known = answers.get(what)
    const age = known ? this.#now() - known.at : FRESH_MS
    // A clock that was set back makes ages negative: then look again.
    if (known && age >= 0 && age < FRESH_MS) return known.answer
    const entry: Known<T> = { at: this.#now(), answer: otherwise }
    const kept = answers
    const answer = look()
    entry.answer = isSoon(answer)
      ? answer.then(
          (found) => {
            entry.answer = found
            return found
          },
          () => {
            // Asked again next time.
            if (kept.get(what) === entry) kept.delete(what)
            return otherwise
          },
        )
      : answer
    answers.set(what, entry)
    return entry.answer
  }
}

const isSoon = <T>(answer: Soon<T>): answer is Promise<T> => answer instanceof Promise

/** What follows from an answer, without a detour when it is there. */
export function from<T, U>(answer: Soon<T>, then: (found: T) => Soon<U>): Soon<U> {
  return isSoon(answer) ? answer.then(then) : then(answer)
}

/** The second is asked only after a yes to the first. */
export function both(first: Answer, second: () => Answer): Answer {
  if (typeof first === 'boolean') return first && second()
  return first.then((yes) => yes && second())
}
