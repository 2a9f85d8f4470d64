import type { Database } from '../database.ts'
import { sha256 } from '../text.ts'
import type { TokensTable } from './tables.ts'

/** A one-time secret; only its sha-256 is stored. */
export interface NewToken {
  token: string
  /** What it is good for, e.g. `activation`; a token is worth nothing for another purpose. */
  purpose: string
  /** Whom or what it is about, e.g. a user id. */
  subject: string
  /** JSON that comes back when the token is taken. */
  payload?: unknown
  expiresAt: number
}

export interface TakenToken {
  subject: string
  payload: unknown
  expiresAt: number
}

export interface Tokens {
  put(token: NewToken): Promise<void>
  /** Puts it and makes older ones of the same purpose and subject worthless, as one step. */
  replace(token: NewToken): Promise<void>
  /** Gives it to exactly one caller, once; undefined when unknown, expired, taken or for something else. */
  take(purpose: string, token: string, now: number): Promise<TakenToken | undefined>
  /** Looks without taking. */
  peek(purpose: string, token: string, now: number): Promise<TakenToken | undefined>
  /** Answers how many became worthless. */
  invalidate(purpose: string, subject: string): Promise<number>
  purge(now: number): Promise<number>
}

export const tokensOn = ({ sql, together }: Database): Tokens => {
  const older = (purpose: string, subject: string) =>
    sql.deleteFrom('tokens').where('purpose', '=', purpose).where('subject', '=', subject)

  const insert = ({ token, purpose, subject, payload, expiresAt }: NewToken) =>
    sql.insertInto('tokens').values({
      hash: sha256(token),
      purpose,
      subject,
      payload: payload === undefined ? null : JSON.stringify(payload),
      expires_at: expiresAt,
    })

  return {
    async put(token) {
      await insert(token).execute()
    },
    async replace(token) {
      await together([older(token.purpose, token.subject), insert(token)])
    },
    async take(purpose, token, now) {
      const row = await sql
        .deleteFrom('tokens')
        .where('hash', '=', sha256(token))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .returning(['subject', 'payload', 'expires_at'])
        .executeTakeFirst()
      return row && takenOf(row)
    },
    async peek(purpose, token, now) {
      const row = await sql
        .selectFrom('tokens')
        .select(['subject', 'payload', 'expires_at'])
        .where('hash', '=', sha256(token))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && takenOf(row)
    },
    async invalidate(purpose, subject) {
      return Number((await older(purpose, subject).executeTakeFirst()).numDeletedRows)
    },
    async purge(now) {
      const { numDeletedRows } = await sql
        .deleteFrom('tokens')
        .where('expires_at', '<=', now)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

const takenOf = (row: Pick<TokensTable, 'subject' | 'payload' | 'expires_at'>): TakenToken => ({
  subject: row.subject,
  payload: row.payload === null ? undefined : JSON.parse(row.payload),
  expiresAt: row.expires_at,
})
