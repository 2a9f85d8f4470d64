import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import { changed, type Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import type { AlarmRecipientsTable } from './tables.ts'

export type AlarmWay = keyof WayOfNotify

/** Whom an alarm of a home is told to. */
export interface AlarmRecipient {
  id: string
  serialNumber: string
  /** Whose home it is: of the next owner's these people hear nothing. */
  owner: string
  /** Of the alarm. */
  code: string
  /** 1: at once; 2: when nobody has answered, and so on. */
  level: number
  /** User name or address, in small letters. */
  contact: string
  firstName: string
  /** Not of somebody who only gets e-mails. */
  userId?: string
  ways: WayOfNotify
}

type Home = Pick<AlarmRecipient, 'serialNumber' | 'owner'>

export interface AlarmRecipients {
  /** All or none. Throws ConflictError when one of them is there already, at that level. */
  add(recipients: readonly Omit<AlarmRecipient, 'id'>[]): Promise<readonly AlarmRecipient[]>
  find(id: string): Promise<AlarmRecipient | undefined>
  /** By level, then by name. */
  list(
    query: Home & {
      code: string
      page?: number
      limit?: number
    },
  ): Promise<{ data: readonly AlarmRecipient[]; count: number }>
  /** How many each alarm has, of one home. */
  counts(home: Home): Promise<ReadonlyMap<string, number>>
  /** In place of what was read; false when that is not there any more. Throws ConflictError when another one stands there. */
  update(seen: AlarmRecipient, change: Pick<AlarmRecipient, 'level' | 'firstName' | 'ways'>): Promise<boolean>
  remove(id: string): Promise<boolean>
  /** Of one alarm in one home; how many they were. */
  clear(home: Home, code: string): Promise<number>
}

const recipientOf = (row: AlarmRecipientsTable): AlarmRecipient => ({
  ...{
    id: row.id,
    serialNumber: row.serial_number,
    owner: row.owner,
    code: row.code,
    level: Number(row.level),
  },
  ...{ contact: row.contact, firstName: row.first_name },
  ...(row.user_id !== null && { userId: row.user_id }),
  ways: JSON.parse(row.ways) as WayOfNotify,
})

const ofHome =
  ({ serialNumber, owner }: Home) =>
  (e: ExpressionBuilder<Tables, 'alarm_recipients'>) =>
    e.and([e('serial_number', '=', serialNumber), e('owner', '=', owner)])

export const alarmRecipientsOn = ({ sql, together }: Database): AlarmRecipients => {
  const rows = () => sql.selectFrom('alarm_recipients')
  return {
    async add(recipients) {
      const added = recipients.map((one) => ({ ...one, id: randomUUID() }))
      await together(
        added.map(({ id, serialNumber, owner, code, level, contact, firstName, userId, ways }) =>
          sql.insertInto('alarm_recipients').values({
            ...{ id, owner, code, level, contact },
            serial_number: serialNumber,
            first_name: firstName,
            user_id: userId ?? null,
            ways: JSON.stringify(ways),
          }),
        ),
      )
      return added
    },
    async find(id) {
      const row = await rows().selectAll().where('id', '=', id).executeTakeFirst()
      return row && recipientOf(row)
    },
    async list({ code, page = 1, limit = 10_000, ...home }) {
      const of = (e: ExpressionBuilder<Tables, 'alarm_recipients'>) =>
        e.and([ofHome(home)(e), e('code', '=', code)])
      const [data, { n }] = await Promise.all([
        rows()
          .where(of)
          .selectAll()
          .orderBy('level')
          .orderBy('contact')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        rows()
          .where(of)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ])
      return { data: data.map(recipientOf), count: Number(n) }
    },
    async counts(home) {
      const found = await rows()
        .where(ofHome(home))
        .select((e) => ['code', e.fn.count<number>('contact').distinct().as('n')])
        .groupBy('code')
        .execute()
      return new Map(found.map(({ code, n }) => [code, Number(n)]))
    },
    update: async (seen, { level, firstName, ways }) =>
      changed(
        await sql
          .updateTable('alarm_recipients')
          .set({ level, first_name: firstName, ways: JSON.stringify(ways) })
          .where('id', '=', seen.id)
          .where('level', '=', seen.level)
          .where('first_name', '=', seen.firstName)
          .where('ways', '=', JSON.stringify(seen.ways))
          .executeTakeFirstOrThrow(),
      ),
    async remove(id) {
      const { numDeletedRows } = await sql
        .deleteFrom('alarm_recipients')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async clear(home, code) {
      const { numDeletedRows } = await sql
        .deleteFrom('alarm_recipients')
        .where(ofHome(home))
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
