import type { Database } from './database.ts'
import type { OauthGrantsTable } from './people/tables.ts'
import { sha256 } from './text.ts'

/** That a program may use one gateway in the name of a person. */
export interface Grant {
  id: string
  userId: string
  clientId: string
  serialNumber: string
  scope: string
  lastUsedAt: number | null
}

/** What a code is bound to until it is exchanged. */
export interface CodeBinding {
  redirectUri: string
  challenge: string
}

type TokenKind = 'code' | 'access' | 'refresh'

interface NewOauthToken {
  token: string
  grantId: string
  kind: TokenKind
  bound?: CodeBinding
  expiresAt: number
}

/** Once spent a token is only good for finding out that somebody has a copy. */
export type Spent =
  | { state: 'fresh'; grant: Grant; bound: CodeBinding | undefined }
  | { state: 'again'; grant: Grant }

/** A program and a gateway, however often it was allowed. */
export interface GrantSummary {
  clientId: string
  serialNumber: string
  createdAt: number
  lastUsedAt: number | null
}

/** Grants and their tokens; only the sha-256 of a token is stored. */
export interface Oauth {
  grant(grant: Omit<Grant, 'lastUsedAt'> & { at: number }): Promise<void>
  put(tokens: readonly NewOauthToken[]): Promise<void>
  /** Gives a code or refresh token to exactly one caller as `fresh`; undefined when unknown or expired. */
  spend(kind: 'code' | 'refresh', token: string, now: number): Promise<Spent | undefined>
  /** The grant of an access token that is still good. */
  grantOf(accessToken: string, now: number): Promise<Grant | undefined>
  find(grantId: string): Promise<Grant | undefined>
  /** Moves the time of last use forward. Each call is a durable write: call it sparingly. */
  touch(grantId: string, at: number): Promise<void>
  /** Those that have tokens, newest first. */
  ofUser(userId: string, now: number): Promise<readonly GrantSummary[]>
  end(grantId: string): Promise<void>
  /** The ids of the grants that ended. */
  endAll(which: { userId: string; clientId?: string; serialNumber?: string }): Promise<readonly string[]>
  /** Forgets tokens that are over, and grants without tokens. */
  purge(now: number): Promise<void>
}

const GRANT = [
  'oauth_grants.id',
  'oauth_grants.user_id',
  'oauth_grants.client_id',
  'oauth_grants.serial_number',
  'oauth_grants.scope',
  'oauth_grants.last_used_at',
] as const

export const oauthOn = ({ sql, together }: Database): Oauth => {
  const withGrant = (hash: string, kind: TokenKind, now: number) =>
    sql
      .selectFrom('oauth_tokens')
      .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_tokens.grant_id')
      .innerJoin('accounts', 'accounts.id', 'oauth_grants.user_id')
      .where('accounts.deletion_marked_at', 'is', null)
      .where('accounts.disabled_at', 'is', null)
      .where('oauth_tokens.hash', '=', hash)
      .where('oauth_tokens.kind', '=', kind)
      .where('oauth_tokens.expires_at', '>', now)

  return {
    async grant({ id, userId, clientId, serialNumber, scope, at }) {
      await sql
        .insertInto('oauth_grants')
        .values({
          id,
          user_id: userId,
          client_id: clientId,
          serial_number: serialNumber,
          scope,
          created_at: at,
          last_used_at: null,
        })
        .execute()
    },
    async put(tokens) {
      const rows = tokens.map(({ token, grantId, kind, bound, expiresAt }) => ({
        hash: sha256(token),
        grant_id: grantId,
        kind,
        bound: bound === undefined ? null : JSON.stringify(bound),
        expires_at: expiresAt,
        used_at: null,
      }))
      await sql.insertInto('oauth_tokens').values(rows).execute()
    },
    async spend(kind, token, now) {
      const hash = sha256(token)
      // The update decides: of two callers one finds `used_at` empty.
      const fresh = await sql
        .updateTable('oauth_tokens')
        .set({ used_at: now })
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .returning('bound')
        .executeTakeFirst()
      const row = await withGrant(hash, kind, now).select(GRANT).executeTakeFirst()
      if (!row) return undefined
      const grant = grantOf(row)
      if (!fresh) return { state: 'again', grant }
      const bound = fresh.bound === null ? undefined : (JSON.parse(fresh.bound) as CodeBinding)
      return { state: 'fresh', grant, bound }
    },
    async grantOf(accessToken, now) {
      const row = await withGrant(sha256(accessToken), 'access', now).select(GRANT).executeTakeFirst()
      return row && grantOf(row)
    },
    async find(grantId) {
      const row = await sql
        .selectFrom('oauth_grants')
        .innerJoin('accounts', 'accounts.id', 'oauth_grants.user_id')
        .select(GRANT)
        .where('oauth_grants.id', '=', grantId)
        .where('accounts.deletion_marked_at', 'is', null)
        .where('accounts.disabled_at', 'is', null)
        .executeTakeFirst()
      return row && grantOf(row)
    },
    async touch(grantId, at) {
      await sql.updateTable('oauth_grants').set({ last_used_at: at }).where('id', '=', grantId).execute()
    },
    ofUser: (userId, now) =>
      sql
        .selectFrom('oauth_grants')
        .where('user_id', '=', userId)
        .where('id', 'in', (inner) =>
          inner
            .selectFrom('oauth_tokens')
            .select('grant_id')
            .where('kind', '=', 'refresh')
            .where('used_at', 'is', null)
            .where('expires_at', '>', now),
        )
        .groupBy(['client_id', 'serial_number'])
        .select((e) => [
          'client_id as clientId',
          'serial_number as serialNumber',
          e.fn.min('created_at').as('createdAt'),
          e.fn.max('last_used_at').as('lastUsedAt'),
        ])
        .orderBy('createdAt', 'desc')
        .orderBy('client_id')
        .orderBy('serial_number')
        .execute(),
    async end(grantId) {
      await sql.deleteFrom('oauth_grants').where('id', '=', grantId).execute()
    },
    async endAll({ userId, clientId, serialNumber }) {
      const ended = await sql
        .deleteFrom('oauth_grants')
        .where('user_id', '=', userId)
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .$if(serialNumber !== undefined, (query) => query.where('serial_number', '=', serialNumber ?? ''))
        .returning('id')
        .execute()
      return ended.map(({ id }) => id)
    },
    async purge(now) {
      await together([
        sql.deleteFrom('oauth_tokens').where('expires_at', '<=', now),
        sql
          .deleteFrom('oauth_grants')
          .where('id', 'not in', (inner) => inner.selectFrom('oauth_tokens').select('grant_id')),
      ])
    },
  }
}

const grantOf = (row: Omit<OauthGrantsTable, 'created_at'>): Grant => ({
  id: row.id,
  userId: row.user_id,
  clientId: row.client_id,
  serialNumber: row.serial_number,
  scope: row.scope,
  lastUsedAt: row.last_used_at,
})
