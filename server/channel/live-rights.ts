import type { Answer } from '../lib/channel/port.ts'
/** Who may use what, against the store as it is now. */
export interface ChannelRights {
  mayUseGateway(userId: string, serialNumber: string): Answer
  isAdmin(userId: string): Answer
  sessionAlive(userId: string, sessionKey: string): Answer
  /** The sub-role allows a command. */
  maySend(userId: string, command: string): Answer
  /** The gateway's secret is still worth something. */
  gatewayKnown(serialNumber: string): Answer
}

/** No answer is older than this when a message is delivered by it (a change must act within 1 s). */
const FRESH_MS = 400

interface Known {
  at: number
  answer: Answer
}

/**
 * Live rights, asked at most every 400 ms per person and thing: messages come faster than rights change. What this
 * process changes is forgotten at once; what another replica changes is seen after those 400 ms.
 */
export class LiveRights implements ChannelRights {
  readonly #rights: ChannelRights
  readonly #now: () => number
  readonly #known = new Map<string, Map<string, Known>>()

  constructor(rights: ChannelRights, now: () => number) {
    this.#rights = rights
    this.#now = now
  }

  mayUseGateway(userId: string, serialNumber: string): Answer {
    return this.#fresh(userId, `use ${serialNumber}`, () => this.#rights.mayUseGateway(userId, serialNumber))
  }

  isAdmin(userId: string): Answer {
    return this.#fresh(userId, 'admin', () => this.#rights.isAdmin(userId))
  }

  sessionAlive(userId: string, sessionKey: string): Answer {
    return this.#fresh(userId, `session ${sessionKey}`, () => this.#rights.sessionAlive(userId, sessionKey))
  }

  /** Asked with commands that the channel describes: so many are remembered, and no more. */
  maySend(userId: string, command: string): Answer {
    return this.#fresh(userId, `send ${command}`, () => this.#rights.maySend(userId, command))
  }

  gatewayKnown(serialNumber: string): Answer {
    // A space is in no id, so a gateway is never mistaken for a user.
    return this.#fresh(`gateway ${serialNumber}`, 'known', () => this.#rights.gatewayKnown(serialNumber))
  }

  /** Answers on their way are forgotten too: they may have been looked up before the change. */
  forget(userId: string): void {
    this.#known.delete(userId)
  }

  forgetGateway(serialNumber: string): void {
    this.forget(`gateway ${serialNumber}`)
  }

  #fresh(who: string, what: string, look: () => Answer): Answer {
    let answers = this.#known.get(who)
    if (!answers) {
      answers = new Map()
      this.#known.set(who, answers)
    }
    const known = answers.get(what)
    const age = known ? this.#now() - known.at : FRESH_MS
    // A clock that was set back makes ages negative: then look again.
    if (known && age >= 0 && age < FRESH_MS) return known.answer
    const entry: Known = { at: this.#now(), answer: false }
    entry.answer = settled(look, entry, answers, what)
    answers.set(what, entry)
    return entry.answer
  }
}

/** What cannot be determined is refused, and asked again next time. */
function settled(look: () => Answer, entry: Known, answers: Map<string, Known>, what: string): Answer {
  const answer = look()
  if (typeof answer === 'boolean') return answer
  return answer.then(
    (yes) => {
      entry.answer = yes
      return yes
    },
    () => {
      if (answers.get(what) === entry) answers.delete(what)
      return false
    },
  )
}

/** The second is asked only after a yes to the first. */
export function both(first: Answer, second: () => Answer): Answer {
  if (typeof first === 'boolean') return first && second()
  return first.then((yes) => yes && second())
}
