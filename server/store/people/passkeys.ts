import { changed, type Database } from '../database.ts'
import type { PasskeysTable } from './tables.ts'

export interface Passkey {
  /** Of the credential. */
  id: string
  userId: string
  /** What the person calls it. */
  name: string
  /** base64url. */
  publicKey: string
  /** How often it has signed, as far as it counts. */
  counter: number
  transports: readonly string[]
  createdAt: number
  lastUsedAt?: number
}

export interface Passkeys {
  /** Throws ConflictError when it is registered already, for whomever. */
  add(passkey: Omit<Passkey, 'lastUsedAt'>): Promise<void>
  find(id: string): Promise<Passkey | undefined>
  /** Oldest first. */
  ofUser(userId: string): Promise<readonly Passkey[]>
  /** It has signed: false when it is gone, or has counted this far already. */
  used(id: string, counter: number, at: number): Promise<boolean>
  /** False when the user has no such one; so for remove. */
  rename(userId: string, id: string, name: string): Promise<boolean>
  remove(userId: string, id: string): Promise<boolean>
}

export const passkeysOn = ({ sql }: Database): Passkeys => ({
  async add({ id, userId, name, publicKey, counter, transports, createdAt }) {
    await sql
      .insertInto('passkeys')
      .values({
        id,
        user_id: userId,
        name,
        public_key: publicKey,
        counter,
        transports: JSON.stringify(transports),
        created_at: createdAt,
        last_used_at: null,
      })
      .execute()
  },
  async find(id) {
    const row = await sql.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
    return row && passkeyOf(row)
  },
  async ofUser(userId) {
    const rows = await sql
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(passkeyOf)
  },
  async used(id, counter, at) {
    const update = sql.updateTable('passkeys').set({ counter, last_used_at: at }).where('id', '=', id)
    // Those that synchronise between devices don't count and always say 0.
    const news = update.where((e) => e.or([e('counter', '<', counter), e.lit(counter === 0)]))
    return changed(await news.executeTakeFirst())
  },
  async rename(userId, id, name) {
    const update = sql.updateTable('passkeys').set({ name }).where('id', '=', id)
    return changed(await update.where('user_id', '=', userId).executeTakeFirst())
  },
  async remove(userId, id) {
    const { numDeletedRows } = await sql
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const passkeyOf = (row: PasskeysTable): Passkey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports) as string[],
  createdAt: row.created_at,
  ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
})
