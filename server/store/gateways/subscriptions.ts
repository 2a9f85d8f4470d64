import { changed, type Database } from '../database.ts'
import { withoutNulls } from '../text.ts'

export interface SubscriptionRecord {
  serialNumber: string
  plan: string
  since: number
  /** Undefined: it does not end. */
  until?: number
  deactivatedAt?: number
}

export interface Subscriptions {
  find(serialNumber: string): Promise<SubscriptionRecord | undefined>
  /** Puts one in the place of the one before. */
  put(subscription: SubscriptionRecord): Promise<void>
  /** Of several callers exactly one gets true. */
  deactivate(serialNumber: string, at: number): Promise<boolean>
  /** Gateways whose subscription is over and that are not locked yet. */
  lapsed(now: number): Promise<readonly string[]>
}

export const subscriptionsOn = ({ sql }: Database): Subscriptions => ({
  async find(serialNumber) {
    const row = await sql
      .selectFrom('subscriptions')
      .selectAll()
      .where('serial_number', '=', serialNumber)
      .executeTakeFirst()
    return (
      row && {
        serialNumber,
        plan: row.plan,
        since: row.since,
        ...withoutNulls({ until: row.until, deactivatedAt: row.deactivated_at }),
      }
    )
  },
  async put({ serialNumber, plan, since, until = null, deactivatedAt = null }) {
    const row = { plan, since, until, deactivated_at: deactivatedAt }
    await sql
      .insertInto('subscriptions')
      .values({ serial_number: serialNumber, ...row })
      .onConflict((conflict) => conflict.column('serial_number').doUpdateSet(row))
      .execute()
  },
  deactivate: async (serialNumber, at) =>
    changed(
      await sql
        .updateTable('subscriptions')
        .set({ deactivated_at: at })
        .where('serial_number', '=', serialNumber)
        .where('deactivated_at', 'is', null)
        .executeTakeFirst(),
    ),
  async lapsed(now) {
    const rows = await sql
      .selectFrom('subscriptions')
      .innerJoin('gateways', 'gateways.serial_number', 'subscriptions.serial_number')
      .select('subscriptions.serial_number')
      .where('gateways.subscription_lock_mode', '=', 0)
      .where((e) => e.or([e('deactivated_at', 'is not', null), e('until', '<=', now)]))
      .orderBy('subscriptions.serial_number')
      .execute()
    return rows.map(({ serial_number: serialNumber }) => serialNumber)
  },
})
