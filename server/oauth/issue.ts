import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createRights } from '../rights.ts'
import type { Grant } from '../store/oauth.ts'
import type { Repositories, Store } from '../store/store.ts'
import type { OauthClient } from './clients.ts'
import type { Checked } from './request.ts'

/** at most ten minutes; a browser needs seconds. */
const CODE_MS = 5 * 60_000
const ACCESS_MS = 60 * 60_000
/** A program that was not used for so long asks its person again. */
const REFRESH_MS = 90 * 24 * 60 * 60_000

export interface IssuedTokens {
  access: string
  refresh: string
  expiresInSeconds: number
  grant: Grant
}

/** Whose copy of a code or refresh token it was cannot be told: nobody keeps what came from it. */
export type Exchange = IssuedTokens | 'invalid' | { reused: Grant }

const newToken = (): string => randomBytes(32).toString('base64url')

/** A code for what a person has just allowed. */
export async function issueCode(
  store: Store,
  { client, redirectUri, scope, challenge }: Checked,
  { userId, serialNumber, now }: { userId: string; serialNumber: string; now: number },
): Promise<string> {
  const code = newToken()
  const grantId = randomUUID()
  await store.atomically(async ({ oauth }) => {
    await oauth.grant({ id: grantId, userId, clientId: client.clientId, serialNumber, scope, at: now })
    const bound = { redirectUri, challenge }
    await oauth.put([{ token: code, grantId, kind: 'code', bound, expiresAt: now + CODE_MS }])
  })
  return code
}

/** Exchanges a code, once; a second try ends what the first one got (RFC 6749 §4.1.2). */
export function redeemCode(
  store: Store,
  client: OauthClient,
  { code, redirectUri, verifier, now }: { code: string; redirectUri: string; verifier: string; now: number },
): Promise<Exchange> {
  return store.atomically(async (inside) => {
    const spent = await inside.oauth.spend('code', code, now)
    if (!spent) return 'invalid'
    if (spent.state === 'again') return ended(inside, spent.grant)
    const { grant, bound } = spent
    const fits =
      grant.clientId === client.clientId &&
      bound?.redirectUri === redirectUri &&
      bound.challenge === createHash('sha256').update(verifier).digest('base64url')
    return fits ? renewed(inside, grant, now) : forgotten(inside, grant)
  })
}

/** A new pair for a refresh token, which is worthless from then on; a second use ends the grant (RFC 9700 §4.14). */
export function redeemRefresh(
  store: Store,
  client: OauthClient,
  { refresh, now }: { refresh: string; now: number },
): Promise<Exchange> {
  return store.atomically(async (inside) => {
    const spent = await inside.oauth.spend('refresh', refresh, now)
    if (!spent) return 'invalid'
    const { grant } = spent
    if (spent.state === 'again') return ended(inside, grant)
    return grant.clientId === client.clientId ? renewed(inside, grant, now) : forgotten(inside, grant)
  })
}

async function renewed(inside: Repositories, grant: Grant, now: number): Promise<Exchange> {
  // Z-07: whoever lost the gateway meanwhile can't pass it on.
  if (!(await createRights(inside).mayUseGateway(grant.userId, grant.serialNumber)))
    return forgotten(inside, grant)
  const [access, refresh] = [newToken(), newToken()]
  await inside.oauth.put([
    { token: access, grantId: grant.id, kind: 'access', expiresAt: now + ACCESS_MS },
    { token: refresh, grantId: grant.id, kind: 'refresh', expiresAt: now + REFRESH_MS },
  ])
  await inside.oauth.touch(grant.id, now)
  return { access, refresh, expiresInSeconds: ACCESS_MS / 1000, grant }
}

async function ended({ oauth }: Repositories, grant: Grant): Promise<Exchange> {
  await oauth.end(grant.id)
  return { reused: grant }
}

async function forgotten({ oauth }: Repositories, grant: Grant): Promise<Exchange> {
  await oauth.end(grant.id)
  return 'invalid'
}
