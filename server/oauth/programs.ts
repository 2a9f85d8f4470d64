import type { SessionRecord } from '../store/sessions.ts'
import type { Store } from '../store/store.ts'
import type { OauthClients } from './clients.ts'

/** A use is written down at most this often: each write waits for the disk. */
const TOUCH_EVERY_MS = 60_000

/** A program that calls in the name of a person, on one gateway and within one scope. */
export interface Program {
  /** Stands where a session stands; no session has such a key. */
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
    const session = { key: `program ${grant.id}`, userId: grant.userId, createdAt: now, lastSeenAt: now }
    return { session, serialNumber: grant.serialNumber, scopes: grant.scope.split(' ') }
  }
}
