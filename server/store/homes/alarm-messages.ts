import { sql as text } from 'kysely'
import type { Database } from '../database.ts'
import { orderedId } from '../ordered-id.ts'
import type { AlarmWay } from './alarm-recipients.ts'
import type { Priority } from './alarms.ts'
import type { AlarmMessagesTable } from './tables.ts'

/** `bell`: inside the app. */
export type MessageWay = AlarmWay | 'bell'

/** waiting: not yet on its way. dropped: somebody had answered first. refused: whoever gets it did not want it. */
export type AlarmMessageState = 'waiting' | 'sent' | 'dropped' | 'refused'

/** What one person is to be told of one notification by one way. */
export interface AlarmMessage {
  id: string
  notificationId: string
  /** How often others were told before; the last level may be told again. */
  step: number
  level: number
  contact: string
  firstName: string
  userId?: string
  way: MessageWay
  priority: Priority
  at: number
  /** Not before that moment (epoch ms). */
  dueAt: number
  /** The name under which it goes out, once that has begun. */
  batch?: string
  state: AlarmMessageState
  settledAt?: number
}

export type NewAlarmMessage = Omit<
  AlarmMessage,
  'id' | 'notificationId' | 'step' | 'at' | 'batch' | 'state' | 'settledAt'
>

/** Messages of alarms: kept before they are sent, so that none is lost and none is sent twice. */
export interface AlarmMessages {
  /** Goes one level on: everybody's message is kept, and when the next level is told. Nothing happens when that was done already. */
  goOn(
    notification: { id: string; step: number },
    messages: readonly NewAlarmMessage[],
    at: number,
    nextAt: number | undefined,
  ): Promise<void>
  /** What waits and may go, the oldest first. */
  due(now: number, limit: number): Promise<readonly AlarmMessage[]>
  /** Everything that waits for one person on one way, but for what is urgent. */
  gathered(contact: string, way: MessageWay): Promise<readonly AlarmMessage[]>
  /** They go out under that name from now on, also after an interruption. */
  begin(ids: readonly string[], batch: string): Promise<void>
  inBatch(batch: string): Promise<readonly AlarmMessage[]>
  settle(ids: readonly string[], state: AlarmMessageState, at: number): Promise<void>
  postpone(ids: readonly string[], dueAt: number): Promise<void>
  /** When that person was last told by that way; undefined: never. */
  lastTold(contact: string, way: MessageWay): Promise<number | undefined>
  /** Of these notifications, in order. */
  of(notificationIds: readonly string[]): Promise<readonly AlarmMessage[]>
  /** When something is due next. */
  nextDue(): Promise<number | undefined>
}

const messageOf = (row: AlarmMessagesTable): AlarmMessage => ({
  ...{ id: row.id, notificationId: row.notification_id, contact: row.contact, firstName: row.first_name },
  ...{ step: Number(row.step), level: Number(row.level), at: Number(row.at), dueAt: Number(row.due_at) },
  ...(row.user_id !== null && { userId: row.user_id }),
  way: row.way as MessageWay,
  priority: Number(row.priority) as Priority,
  ...(row.batch !== null && { batch: row.batch }),
  state: row.state as AlarmMessageState,
  ...(row.settled_at !== null && { settledAt: Number(row.settled_at) }),
})

const some = (ids: readonly string[]): readonly string[] => (ids.length > 0 ? ids : [''])

export const alarmMessagesOn = ({ sql, together }: Database): AlarmMessages => {
  const rows = () => sql.selectFrom('alarm_messages')
  const update = (ids: readonly string[]) => sql.updateTable('alarm_messages').where('id', 'in', some(ids))
  return {
    async goOn({ id, step }, messages, at, nextAt) {
      await together([
        ...messages.map(({ level, contact, firstName, userId, way, priority, dueAt }) =>
          sql
            .insertInto('alarm_messages')
            .values({
              ...{ id: orderedId(at), notification_id: id, step, level, contact, way, priority, at },
              first_name: firstName,
              user_id: userId ?? null,
              due_at: dueAt,
              ...{ batch: null, state: 'waiting', settled_at: null },
            })
            .onConflict((conflict) => conflict.doNothing()),
        ),
        sql
          .updateTable('alarm_notifications')
          // What was over meanwhile goes no further.
          .set({
            step: step + 1,
            next_at: text<
              number | null
            >`case when over_at is null then cast(${nextAt ?? null} as bigint) end`,
          })
          .where('id', '=', id)
          .where('step', '=', step)
          .where('next_at', 'is not', null),
      ])
    },
    async due(now, limit) {
      const found = await rows()
        .selectAll()
        .where('state', '=', 'waiting')
        .where('due_at', '<=', now)
        .orderBy('priority', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return found.map(messageOf)
    },
    async gathered(contact, way) {
      const found = await rows()
        .selectAll()
        .where('state', '=', 'waiting')
        .where('contact', '=', contact)
        .where('way', '=', way)
        .where('priority', '<', 3)
        .where('batch', 'is', null)
        .orderBy('id')
        .execute()
      return found.map(messageOf)
    },
    async begin(ids, batch) {
      await update(ids).set({ batch }).execute()
    },
    async inBatch(batch) {
      const found = await rows()
        .selectAll()
        .where('state', '=', 'waiting')
        .where('batch', '=', batch)
        .orderBy('id')
        .execute()
      return found.map(messageOf)
    },
    async settle(ids, state, at) {
      await update(ids).set({ state, settled_at: at }).execute()
    },
    async postpone(ids, dueAt) {
      await update(ids).set({ due_at: dueAt }).execute()
    },
    async lastTold(contact, way) {
      const { last } = await rows()
        .where('contact', '=', contact)
        .where('way', '=', way)
        .where('state', '=', 'sent')
        .select((e) => e.fn.max('settled_at').as('last'))
        .executeTakeFirstOrThrow()
      return last === null ? undefined : Number(last)
    },
    async of(notificationIds) {
      const found = await rows()
        .selectAll()
        .where('notification_id', 'in', some(notificationIds))
        .orderBy('step')
        .orderBy('id')
        .execute()
      return found.map(messageOf)
    },
    async nextDue() {
      const [{ message }, { notification }] = await Promise.all([
        rows()
          .where('state', '=', 'waiting')
          .select((e) => e.fn.min('due_at').as('message'))
          .executeTakeFirstOrThrow(),
        sql
          .selectFrom('alarm_notifications')
          .select((e) => e.fn.min('next_at').as('notification'))
          .executeTakeFirstOrThrow(),
      ])
      const times = [message, notification].flatMap((at) => (at === null ? [] : [Number(at)]))
      return times.length > 0 ? Math.min(...times) : undefined
    },
  }
}
