import { changed, type Database } from '../database.ts'

/** The secret of an authenticator app, sealed by whoever put it. */
export interface Authenticator {
  sealed: string
  createdAt: number
  lastUsedAt?: number
}

/** What an account has to prove itself with beside its password; passkeys stand in their own repository. */
export interface Factors {
  authenticator(userId: string): Promise<Authenticator | undefined>
  /** In the place of the one before. `step` is that of the code which proved that the app has the secret. */
  putAuthenticator(userId: string, authenticator: { sealed: string; step: number; at: number }): Promise<void>
  /** True for exactly one caller, and only if no code of this step or a later one was used before. */
  spendStep(userId: string, step: number, at: number): Promise<boolean>
  removeAuthenticator(userId: string): Promise<boolean>
  /** In the place of those before. */
  putRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void>
  /** True for exactly one caller: the code is gone. */
  takeRecoveryCode(userId: string, hash: string): Promise<boolean>
  recoveryCodesLeft(userId: string): Promise<number>
  /** Whether the account has an authenticator app or a passkey. */
  any(userId: string): Promise<boolean>
  /** How many accounts whose first group this is have neither. */
  lackedBy(group: string): Promise<number>
  /** Everything, passkeys included; false when there was nothing. */
  reset(userId: string): Promise<boolean>
}

export const factorsOn = ({ sql, together }: Database): Factors => {
  const without = (userId: string) => sql.deleteFrom('recovery_codes').where('user_id', '=', userId)

  return {
    async authenticator(userId) {
      const row = await sql
        .selectFrom('authenticators')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return (
        row && {
          sealed: row.sealed,
          createdAt: row.created_at,
          ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
        }
      )
    },
    async putAuthenticator(userId, { sealed, step, at }) {
      const row = { sealed, last_step: step, created_at: at, last_used_at: null }
      await sql
        .insertInto('authenticators')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    },
    async spendStep(userId, step, at) {
      const update = sql
        .updateTable('authenticators')
        .set({ last_step: step, last_used_at: at })
        .where('user_id', '=', userId)
      return changed(await update.where('last_step', '<', step).executeTakeFirst())
    },
    async removeAuthenticator(userId) {
      const { numDeletedRows } = await sql
        .deleteFrom('authenticators')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async putRecoveryCodes(userId, hashes) {
      const rows = hashes.map((hash) => ({ user_id: userId, hash }))
      await together([without(userId), sql.insertInto('recovery_codes').values(rows)])
    },
    async takeRecoveryCode(userId, hash) {
      const { numDeletedRows } = await without(userId).where('hash', '=', hash).executeTakeFirst()
      return numDeletedRows > 0n
    },
    async recoveryCodesLeft(userId) {
      const { n } = await sql
        .selectFrom('recovery_codes')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async any(userId) {
      const found = await sql
        .selectFrom('authenticators')
        .select('user_id')
        .where('user_id', '=', userId)
        .unionAll(sql.selectFrom('passkeys').select('user_id').where('user_id', '=', userId))
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
    async lackedBy(group) {
      const { n } = await sql
        .selectFrom('accounts')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('role', '=', group)
        .where('id', 'not in', sql.selectFrom('authenticators').select('user_id'))
        .where('id', 'not in', sql.selectFrom('passkeys').select('user_id'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async reset(userId) {
      const [app, keys] = await Promise.all([
        sql.deleteFrom('authenticators').where('user_id', '=', userId).executeTakeFirst(),
        sql.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst(),
        without(userId).execute(),
      ])
      return app.numDeletedRows + keys.numDeletedRows > 0n
    },
  }
}
