import type { Database } from './database.ts'

/** Who somebody is at an identity provider. Only issuer and subject together name a person, never an e-mail address. */
export interface ExternalIdentities {
  /** Throws ConflictError when this person has an account already. */
  add(identity: { issuer: string; subject: string; userId: string; at: number }): Promise<void>
  userOf(issuer: string, subject: string): Promise<string | undefined>
  /** The issuers at which the user is known. */
  issuersOf(userId: string): Promise<readonly string[]>
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
})
