import type { Database } from '../database.ts'
import { sha256 } from '../text.ts'

export interface ExternalIdentityRecord {
  /** Names it in addresses. */
  key: string
  issuer: string
  subject: string
  /** Epoch ms. */
  createdAt: number
}

const keyOf = (issuer: string, subject: string): string => sha256(`${issuer}\n${subject}`).slice(0, 22)

/** Who somebody is at an identity provider. Only issuer and subject together name a person, never an e-mail address. */
export interface ExternalIdentities {
  /** Throws ConflictError when this person has an account already. */
  add(identity: { issuer: string; subject: string; userId: string; at: number }): Promise<void>
  userOf(issuer: string, subject: string): Promise<string | undefined>
  /** The issuers at which the user is known. */
  issuersOf(userId: string): Promise<readonly string[]>
  ofUser(userId: string): Promise<readonly ExternalIdentityRecord[]>
  /** False when the user is not known as this. */
  remove(userId: string, key: string): Promise<boolean>
}

export const externalIdentitiesOn = ({ sql }: Database): ExternalIdentities => ({
  async add({ issuer, subject, userId, at }) {
    await sql
      .insertInto('external_identities')
      .values({ issuer, subject, user_id: userId, created_at: at })
      .execute()
  },
  async userOf(issuer, subject) {
    const row = await sql
      .selectFrom('external_identities')
      .select('user_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row?.user_id
  },
  async issuersOf(userId) {
    const rows = await sql
      .selectFrom('external_identities')
      .select('issuer')
      .where('user_id', '=', userId)
      .orderBy('issuer')
      .execute()
    return rows.map(({ issuer }) => issuer)
  },
  ofUser: (userId) => recordsOf(sql, userId),
  async remove(userId, key) {
    const known = (await recordsOf(sql, userId)).find((one) => one.key === key)
    if (!known) return false
    const { numDeletedRows } = await sql
      .deleteFrom('external_identities')
      .where('issuer', '=', known.issuer)
      .where('subject', '=', known.subject)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

async function recordsOf(sql: Database['sql'], userId: string): Promise<ExternalIdentityRecord[]> {
  const rows = await sql
    .selectFrom('external_identities')
    .select(['issuer', 'subject', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('issuer')
    .orderBy('subject')
    .execute()
  return rows.map((row) => ({ ...row, key: keyOf(row.issuer, row.subject) }))
}
