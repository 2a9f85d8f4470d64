import { randomBytes } from 'node:crypto'
import { changed, type Database } from '../database.ts'
import { sha256 } from '../text.ts'

/** A browser that somebody signs in from; `token` is what it keeps, of which only a hash per account is stored. */
export interface KnownDevice {
  userId: string
  token: string
  /** What it calls itself, e.g. `Firefox, Windows`. */
  label: string
}

export interface KnownDevices {
  /** Whether the account was signed in from it before; then it was seen now. */
  seen(device: KnownDevice, at: number): Promise<boolean>
  add(device: KnownDevice, at: number): Promise<void>
  count(userId: string): Promise<number>
  /** Every device of the account is new again; none is taken for its first. */
  forget(userId: string, at: number): Promise<void>
  /** Forgets those that were not seen since. */
  purge(before: number): Promise<number>
}

export const knownDevicesOn = ({ sql, together }: Database): KnownDevices => ({
  async seen(device, at) {
    const update = sql.updateTable('known_devices').set({ last_seen_at: at })
    return changed(await update.where('hash', '=', hashOf(device)).executeTakeFirst())
  },
  async add(device, at) {
    const { userId, label } = device
    await sql
      .insertInto('known_devices')
      .values({ hash: hashOf(device), user_id: userId, label, first_seen_at: at, last_seen_at: at })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ last_seen_at: at }))
      .execute()
  },
  async count(userId) {
    const { n } = await sql
      .selectFrom('known_devices')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return Number(n)
  },
  async forget(userId, at) {
    // Nobody has its token.
    const nobodys = hashOf({ userId, token: randomBytes(16).toString('base64url'), label: '' })
    await together([
      sql.deleteFrom('known_devices').where('user_id', '=', userId),
      sql
        .insertInto('known_devices')
        .values({ hash: nobodys, user_id: userId, label: '', first_seen_at: at, last_seen_at: at }),
    ])
  },
  async purge(before) {
    const { numDeletedRows } = await sql
      .deleteFrom('known_devices')
      .where('last_seen_at', '<', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

/** What lies in a browser serves several accounts without one of them telling of another. */
const hashOf = ({ userId, token, label }: KnownDevice): string => sha256(`${userId}\n${label}\n${token}`)
