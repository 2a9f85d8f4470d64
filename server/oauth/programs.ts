import type { SessionRecord } from '../store/people/sessions.ts'
import type { Store } from '../store/store.ts'
import type { OauthClients } from './clients.ts'

/** A use is written down at most this often: each write waits for the disk. */
const TOUCH_EVERY_MS = 60_000

const PREFIX = 'program-'

/** Stands where the key of a session stands; no session has such a key. */
export const programKey = (grantId: string): string => PREFIX + grantId

export const grantIdIn = (sessionKey: string): string | undefined =>
  sessionKey.startsWith(PREFIX) ? sessionKey.slice(PREFIX.length) : undefined

/** A program that calls in the name of a person, on one gateway and within one scope. */
export interface Program {
  /** Stands where a session stands. */
  session: SessionRecord
  serialNumber: string
  scopes: readonly string[]
}

/** Looks up access tokens, each time anew: a program that was removed is out with its next call (Z-07). */
export class Programs {
  readonly #oauth: Store['oauth']
  readonly #clients: OauthClients
  readonly #now: () => number

  constructor(oauth: Store['oauth'], clients: OauthClients, now: () => number) {
    this.#oauth = oauth
    this.#clients = clients
    this.#now = now
  }

  async find(accessToken: string): Promise<Program | undefined> {
    // Nothing else was ever given out; the store needn't look.
    if (!/^[A-Za-z0-9_-]{43}$/.test(accessToken)) return undefined
    const now = this.#now()
    const grant = await this.#oauth.grantOf(accessToken, now)
    if (!grant || !this.#clients.has(grant.clientId)) return undefined
    if (now - (grant.lastUsedAt ?? 0) >= TOUCH_EVERY_MS) await this.#oauth.touch(grant.id, now)
    const session = { key: programKey(grant.id), userId: grant.userId, createdAt: now, lastSeenAt: now }
    return { session, serialNumber: grant.serialNumber, scopes: grant.scope.split(' ') }
  }
}
