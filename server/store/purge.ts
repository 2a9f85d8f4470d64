import type { Database } from './database.ts'
import type { WholeGroups } from './gateways/whole-group.ts'

/** Removes what has ids of one beginning, with everything that hangs on it; answers how much it was. */
export interface Purge {
  /** Whatever else they had becomes free. */
  accounts(prefix: string): Promise<number>
  gateways(prefix: string): Promise<number>
  firmware(prefix: string): Promise<number>
  /** Bulk operations by accounts of that beginning, and how all gateways together did until now. */
  fleet(prefix: string): Promise<number>
}

/** The first text behind all that begin so: ids compare by their bytes on every engine. */
const behind = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)

export const purgeOn = ({ sql }: Database, whole: WholeGroups): Purge => ({
  async accounts(prefix) {
    const gone = sql
      .selectFrom('accounts')
      .select('id')
      .where('id', '>=', prefix)
      .where('id', '<', behind(prefix))
    await sql.deleteFrom('tokens').where('subject', 'in', gone).execute()
    const names = sql.selectFrom('accounts').select('username').where('id', 'in', gone)
    await sql.deleteFrom('outbox').where('recipient', 'in', names).execute()
    // As when somebody gives a gateway away: its secret and its PIN go with the owner.
    await sql
      .updateTable('gateways')
      .set({ user_id: null, owner_search: null, secret_hash: null, address: null, pin_hash: null })
      .where('user_id', 'in', gone)
      .execute()
    return removed(await sql.deleteFrom('accounts').where('id', 'in', gone).executeTakeFirst())
  },
  async gateways(prefix) {
    const gone = sql
      .selectFrom('gateways')
      .select('serial_number')
      .where('id', '>=', prefix)
      .where('id', '<', behind(prefix))
    await sql.deleteFrom('tokens').where('subject', 'in', gone).execute()
    return removed(
      await whole.changing(sql.deleteFrom('gateways').where('serial_number', 'in', gone).executeTakeFirst()),
    )
  },
  async firmware(prefix) {
    const gone = sql
      .deleteFrom('firmware_campaigns')
      .where('id', '>=', prefix)
      .where('id', '<', behind(prefix))
    return removed(await gone.executeTakeFirst())
  },
  async fleet(prefix) {
    await sql.deleteFrom('fleet_days').execute()
    const gone = sql.deleteFrom('jobs').where('begun_by', '>=', prefix).where('begun_by', '<', behind(prefix))
    return removed(await gone.executeTakeFirst())
  },
})

const removed = ({ numDeletedRows }: { numDeletedRows: bigint }): number => Number(numDeletedRows)
