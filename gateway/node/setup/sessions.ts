import { createHash, randomBytes } from 'node:crypto'
import type { LocalSession } from '#schemas/generated/entities/local-session.ts'

/** Without use, and in any case. */
const IDLE_MS = 15 * 60_000
const LONGEST_MS = 4 * 60 * 60_000
/** More than these at once nobody needs: the oldest goes. */
const MOST = 20

interface Session {
  usedAt: number
  endsAt: number
}

const keyOf = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** Who is signed in. In memory only: a restart of the gateway signs everybody out. */
export class Sessions {
  readonly #now: () => number
  readonly #sessions = new Map<string, Session>()

  constructor(now: () => number) {
    this.#now = now
  }

  begin(): LocalSession {
    this.#sweep()
    const oldest = this.#sessions.size >= MOST ? this.#sessions.keys().next().value : undefined
    if (oldest !== undefined) this.#sessions.delete(oldest)
    const sessionId = randomBytes(32).toString('base64url')
    const now = this.#now()
    this.#sessions.set(keyOf(sessionId), { usedAt: now, endsAt: now + LONGEST_MS })
    return { sessionId, expiresAt: new Date(now + LONGEST_MS).toISOString() }
  }

  /** Whether the session lives; its time without use begins anew. */
  use(sessionId: string): boolean {
    this.#sweep()
    const session = this.#sessions.get(keyOf(sessionId))
    if (!session) return false
    session.usedAt = this.#now()
    return true
  }

  end(sessionId: string): void {
    this.#sessions.delete(keyOf(sessionId))
  }

  endOthers(sessionId: string): void {
    const kept = keyOf(sessionId)
    for (const key of this.#sessions.keys()) if (key !== kept) this.#sessions.delete(key)
  }

  #sweep(): void {
    const now = this.#now()
    for (const [key, { usedAt, endsAt }] of this.#sessions)
      if (now >= endsAt || now - usedAt >= IDLE_MS) this.#sessions.delete(key)
  }
}
