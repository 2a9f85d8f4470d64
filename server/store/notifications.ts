import type { Notification } from '#schemas/generated/entities/notification.ts'
import type { Database } from './database.ts'
import { orderedId } from './ordered-id.ts'
import type { NotificationsTable } from './tables.ts'

export interface NewNotification {
  userId: string
  /** Serial number of the gateway that it is about. */
  gateway: string
  /** Epoch ms. */
  at: number
  title: string
  body: string
  kind: Notification['kind']
  /** What it asks. */
  questionId?: string
}

/** As it is kept: what it asks stands elsewhere. */
export interface KeptNotification extends Omit<Notification, 'question'> {
  questionId?: string
}

/** What homes have to say to people; each person's own, whoever else is told the same. */
export interface Notifications {
  /** Throws MissingReferenceError when user or gateway do not exist. */
  add(notification: NewNotification): Promise<KeptNotification>
  /** One of this person. */
  find(userId: string, id: string): Promise<KeptNotification | undefined>
  /** How many the user has not seen. */
  missed(userId: string): Promise<number>
  /** Newest first. */
  list(
    userId: string,
    page: { page: number; limit: number },
  ): Promise<{ data: readonly KeptNotification[]; count: number }>
  /** Marks the one with the id `upTo` and all before it; answers how many are still missed. */
  seen(userId: string, upTo: string): Promise<number>
  /** Forgets what was told before `at`. */
  purge(at: number): Promise<number>
}

export const notificationsOn = ({ sql }: Database): Notifications => {
  const of = (userId: string) => sql.selectFrom('notifications').where('user_id', '=', userId)
  const counted = async (rows: ReturnType<typeof of>): Promise<number> => {
    const { n } = await rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return Number(n)
  }
  const missed = (userId: string): Promise<number> => counted(of(userId).where('seen', '=', false))

  return {
    async add({ userId, gateway, at, questionId, ...text }) {
      const row = {
        ...{ id: orderedId(at), serial_number: gateway, at, ...text, seen: false },
        ...(questionId !== undefined && { question_id: questionId }),
      }
      await sql
        .insertInto('notifications')
        .values({ ...row, user_id: userId })
        .execute()
      return shown(row)
    },
    async find(userId, id) {
      const row = await of(userId).selectAll().where('id', '=', id).executeTakeFirst()
      return row && shown(row)
    },
    missed,
    async list(userId, { page, limit }) {
      const [rows, count] = await Promise.all([
        of(userId)
          .selectAll()
          .orderBy('id', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        counted(of(userId)),
      ])
      return { data: rows.map(shown), count }
    },
    async seen(userId, upTo) {
      await sql
        .updateTable('notifications')
        .set({ seen: true })
        .where('user_id', '=', userId)
        .where('seen', '=', false)
        .where('id', '<=', upTo)
        .execute()
      return missed(userId)
    },
    async purge(at) {
      const { numDeletedRows } = await sql.deleteFrom('notifications').where('at', '<', at).executeTakeFirst()
      await sql.deleteFrom('rule_questions').where('at', '<', at).execute()
      return Number(numDeletedRows)
    },
  }
}

const shown = (row: Omit<NotificationsTable, 'user_id'>): KeptNotification => ({
  id: row.id,
  gateway: row.serial_number,
  at: new Date(row.at).toISOString(),
  title: row.title,
  body: row.body,
  kind: row.kind as Notification['kind'],
  seen: row.seen,
  ...(row.question_id && { questionId: row.question_id }),
})
