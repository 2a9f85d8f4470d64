import type { Database } from '../database.ts'
import { sha256 } from '../text.ts'

/** What a one-time code is good for: one person, one action, one thing. */
export interface OtpPurpose {
  userId: string
  action: string
  uniqueIdentifier: string
}

/** One-time codes. They are few digits: their hash must be slow, which is the caller's part. */
export interface Otps {
  /** The one before it, for the same, is worthless. */
  replace(otp: OtpPurpose & { hash: string; expiresAt: number }): Promise<void>
  /** Whether there is a code that still has tries, and lives until then. */
  lives(purpose: OtpPurpose, most: number, until: number): Promise<boolean>
  /** Counts a try before the code is looked at; undefined when there is no code, or no try left. */
  countTry(purpose: OtpPurpose, most: number, now: number): Promise<string | undefined>
  /** True for exactly one caller. */
  take(purpose: OtpPurpose, hash: string): Promise<boolean>
  /** Whatever somebody was sent is worthless, whatever it was for. */
  forget(userId: string): Promise<void>
  purge(now: number): Promise<number>
}

export const otpsOn = ({ sql }: Database): Otps => ({
  async replace({ hash, expiresAt, ...purpose }) {
    const fresh = { hash, tries: 0, expires_at: expiresAt }
    await sql
      .insertInto('otps')
      .values({ user_id: purpose.userId, bound: boundOf(purpose), ...fresh })
      .onConflict((conflict) => conflict.columns(['user_id', 'bound']).doUpdateSet(fresh))
      .execute()
  },
  async lives(purpose, most, until) {
    const row = await sql
      .selectFrom('otps')
      .select('user_id')
      .where('user_id', '=', purpose.userId)
      .where('bound', '=', boundOf(purpose))
      .where('tries', '<', most)
      .where('expires_at', '>=', until)
      .executeTakeFirst()
    return row !== undefined
  },
  async countTry(purpose, most, now) {
    const row = await sql
      .updateTable('otps')
      .set((e) => ({ tries: e('tries', '+', 1) }))
      .where('user_id', '=', purpose.userId)
      .where('bound', '=', boundOf(purpose))
      .where('tries', '<', most)
      .where('expires_at', '>', now)
      .returning('hash')
      .executeTakeFirst()
    return row?.hash
  },
  async take(purpose, hash) {
    const { numDeletedRows } = await sql
      .deleteFrom('otps')
      .where('user_id', '=', purpose.userId)
      .where('bound', '=', boundOf(purpose))
      .where('hash', '=', hash)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
  async forget(userId) {
    await sql.deleteFrom('otps').where('user_id', '=', userId).execute()
  },
  async purge(now) {
    const { numDeletedRows } = await sql.deleteFrom('otps').where('expires_at', '<=', now).executeTakeFirst()
    return Number(numDeletedRows)
  },
})

const boundOf = ({ action, uniqueIdentifier }: OtpPurpose): string =>
  sha256(JSON.stringify([action, uniqueIdentifier]))
