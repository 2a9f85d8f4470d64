import { changed, type Database } from '../database.ts'
import { sha256, withoutNulls } from '../text.ts'
import type { PushSubscriptionsTable } from './tables.ts'

/** What a device is woken for: everything, everything outside of the quiet hours, or only what is urgent. */
export type PushMode = 'all' | 'quiet' | 'urgent'

/** A device that is woken by Web Push; where it is woken, and with what keys, is sealed by whoever keeps it. */
export interface PushSubscriptionRow {
  id: string
  userId: string
  /** Of the session that it ends with. */
  sessionKey: string
  sealed: string
  label: string
  mode: PushMode
  createdAt: number
  /** When a push service last took something for it. */
  sentAt?: number
}

export interface Ending extends Pick<PushSubscriptionRow, 'id' | 'userId' | 'sessionKey'> {
  lastSeenAt: number
}

export interface PushSubscriptions {
  /**
   * A device has one: whoever subscribed on it before gets nothing there any more; the same person keeps its id and mode.
   * Answers the id. Throws MissingReferenceError when the session is over.
   */
  keep(subscription: Omit<PushSubscriptionRow, 'sentAt'> & { endpoint: string }): Promise<string>
  find(id: string): Promise<PushSubscriptionRow | undefined>
  /** In the order in which they came. */
  ofUser(userId: string): Promise<readonly PushSubscriptionRow[]>
  change(id: string, userId: string, mode: PushMode): Promise<boolean>
  /** False: the person has none of this id. */
  remove(id: string, userId: string): Promise<boolean>
  sent(id: string, at: number): Promise<void>
  /** The oldest of those that are more than so many. */
  trim(userId: string, most: number): Promise<void>
  /** Those whose session began, or was last used, before these times; with when it was last used. */
  ending(before: { created: number; seen: number }): Promise<readonly Ending[]>
  /** None can be opened any more. */
  clear(): Promise<void>
}

export const pushSubscriptionsOn = ({ sql, together }: Database): PushSubscriptions => {
  const rows = () => sql.selectFrom('push_subscriptions').selectAll()
  const ofUser = (userId: string) => rows().where('user_id', '=', userId).orderBy('created_at').orderBy('id')

  return {
    async keep({ id, userId, sessionKey, sealed, label, mode, createdAt, endpoint }) {
      const hash = sha256(endpoint)
      await together([
        sql.deleteFrom('push_subscriptions').where('endpoint_hash', '=', hash).where('user_id', '<>', userId),
        sql
          .insertInto('push_subscriptions')
          .values({
            ...{ id, user_id: userId, session_key: sessionKey, endpoint_hash: hash, sealed, label, mode },
            ...{ created_at: createdAt, sent_at: null },
          })
          .onConflict((conflict) =>
            conflict.column('endpoint_hash').doUpdateSet({ session_key: sessionKey, sealed, label }),
          ),
      ])
      const kept = await rows().where('endpoint_hash', '=', hash).executeTakeFirst()
      return kept?.id ?? id
    },
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst()
      return row && shown(row)
    },
    ofUser: async (userId) => (await ofUser(userId).execute()).map(shown),
    async change(id, userId, mode) {
      const update = sql.updateTable('push_subscriptions').set({ mode })
      return changed(await update.where('id', '=', id).where('user_id', '=', userId).executeTakeFirst())
    },
    async remove(id, userId) {
      const gone = await sql
        .deleteFrom('push_subscriptions')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    },
    async sent(id, at) {
      await sql.updateTable('push_subscriptions').set({ sent_at: at }).where('id', '=', id).execute()
    },
    async trim(userId, most) {
      const kept = sql
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
      await sql
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', userId)
        .where('id', 'not in', kept)
        .execute()
    },
    ending: ({ created, seen }) =>
      sql
        .selectFrom('push_subscriptions')
        .innerJoin('sessions', 'sessions.key', 'push_subscriptions.session_key')
        .select([
          'push_subscriptions.id as id',
          'push_subscriptions.user_id as userId',
          'push_subscriptions.session_key as sessionKey',
          'sessions.last_seen_at as lastSeenAt',
        ])
        .where((e) => e.or([e('sessions.created_at', '<', created), e('sessions.last_seen_at', '<', seen)]))
        .execute(),
    async clear() {
      await sql.deleteFrom('push_subscriptions').execute()
    },
  }
}

const shown = (row: PushSubscriptionsTable): PushSubscriptionRow => ({
  id: row.id,
  userId: row.user_id,
  sessionKey: row.session_key,
  sealed: row.sealed,
  label: row.label,
  mode: row.mode as PushMode,
  createdAt: row.created_at,
  ...withoutNulls({ sentAt: row.sent_at }),
})
