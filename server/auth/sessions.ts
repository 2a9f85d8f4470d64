import { randomBytes } from 'node:crypto'
import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { SessionRecord } from '../store/people/sessions.ts'
import type { Store } from '../store/store.ts'

/** A session is written down as used at most this often: each write waits for the disk. */
const TOUCH_EVERY_MS = 60_000

export interface SessionLimits {
  idleMs: number
  maxMs: number
}

export interface OpenSession {
  /** 128 random bits; the caller alone knows it, the store keeps its hash. */
  id: string
  record: SessionRecord
}

export class SessionKeeper {
  readonly #sessions: Store['sessions']
  readonly #limits: SessionLimits
  readonly #now: () => number

  constructor(sessions: Store['sessions'], limits: SessionLimits, now: () => number) {
    this.#sessions = sessions
    this.#limits = limits
    this.#now = now
  }

  async begin(
    userId: string,
    from: Pick<SessionRecord, 'address' | 'userAgent' | 'serialNumber' | 'viewer'>,
  ): Promise<OpenSession> {
    const id = randomBytes(16).toString('base64url')
    const record = await this.#sessions.create({ id, userId, at: this.#now(), ...from })
    return { id, record }
  }

  /** The living session of an id that a caller sent, and marks it as used. */
  async find(id: string): Promise<SessionRecord | undefined> {
    // Nothing else was ever given out; the store needn't look.
    if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return undefined
    const record = await this.#sessions.find(id)
    if (!record || !this.lives(record)) return undefined
    const now = this.#now()
    if (now - record.lastSeenAt >= TOUCH_EVERY_MS) await this.#sessions.touch(record.key, now)
    return record
  }

  lives(record: SessionRecord, now = this.#now()): boolean {
    return now - record.lastSeenAt < this.#limits.idleMs && now - record.createdAt < this.#longest(record)
  }

  /** When it ends if it is not used again. */
  expiresAt(record: SessionRecord): number {
    return Math.min(this.#now() + this.#limits.idleMs, record.createdAt + this.#longest(record))
  }

  #longest({ viewer }: SessionRecord): number {
    const { maxMs } = this.#limits
    return viewer === undefined ? maxMs : Math.min(maxMs, catalogue.limits.viewAs.value)
  }

  /** What was created, or last seen, before these times is over within `ms`. */
  overWithin(ms: number): { created: number; seen: number } {
    const then = this.#now() + ms
    return { created: then - this.#limits.maxMs, seen: then - this.#limits.idleMs }
  }

  /** Ends what is over by its age. */
  purge(): Promise<readonly SessionRecord[]> {
    return this.#sessions.purge(this.overWithin(0))
  }
}
