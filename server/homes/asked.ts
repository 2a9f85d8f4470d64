/** An answer that comes later than any client waits is nobody's. */
const TTL_MS = 60_000
/** Of one gateway; the oldest are forgotten first. */
const MOST = 2000

interface Question {
  command: string
  at: number
}

/** Which command a gateway was asked by whom: only an answer to a question is passed on, and as the answer to that one. */
export class Asked {
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
