import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, sql as text } from 'kysely'
import type { Alarm, AlarmName, WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import type { AlarmCondition } from '#schemas/generated/entities/alarm-condition.ts'
import type { EscalationTime } from '#schemas/generated/entities/escalation-time.ts'
import type { Saving } from '../../lib/saving.ts'
import { changed, type Database, savingOf } from '../database.ts'
import { orderedId } from '../ordered-id.ts'
import type { Tables } from '../tables.ts'
import { contains, fold, searchable } from '../text.ts'
import type { AlarmNotificationsTable, AlarmsTable } from './tables.ts'

export type Priority = Alarm['alarmPriority']['alarmPriorityCode']

/** An alarm as it is kept; `icon` goes along with what it tells. */
export interface KeptAlarm {
  id: string
  code: string
  number: number
  names: readonly AlarmName[]
  icon: string
  priority: Priority
  ways: WayOfNotify
  /** By which figures it goes off; undefined: as shipped. */
  condition?: AlarmCondition
  /** One more with each change. */
  revision: number
}

/** Which alarm, in the revision that was read; without one, whatever it is. */
export interface AlarmSeen {
  id: string
  revision?: number | undefined
}

/** What an alarm is about, as it was called then. */
export interface AlarmFacts {
  deviceId?: string
  deviceName?: string
  roomName?: string
  sceneName?: string
}

export interface NewAlarmNotification {
  serialNumber: string
  alarm: Pick<KeptAlarm, 'code' | 'names' | 'icon' | 'priority'>
  /** Which device, or which scene at which moment: an alarm is open once for each. */
  subject: string
  facts: AlarmFacts
  /** Epoch ms. */
  at: number
  /** Nothing of it lasts, so that it is never over by itself and may be told again at once. */
  moment?: boolean
  /** Nobody is told of it: it is past. */
  silent?: boolean
}

export interface KeptAlarmNotification {
  id: string
  serialNumber: string
  code: string
  subject: string
  priority: Priority
  icon: string
  names: readonly AlarmName[]
  facts: AlarmFacts
  at: number
  overAt?: number
  reactedAt?: number
  reactedBy?: string
  response?: string
  /** How many levels of recipients were told. */
  step: number
  /** When the next one is; undefined: nobody else is told. */
  nextAt?: number
}

export interface AlarmAddendum {
  notificationId: string
  userId: string
  response: string
  at: number
}

export interface AlarmNotificationQuery {
  page: number
  limit: number
  /** Only of these; undefined: of every gateway. */
  gateways?: readonly string[] | undefined
  code?: string | undefined
  priority?: Priority | undefined
  /** Whether it is settled: somebody reacted, or it was over by itself. */
  settled?: boolean | undefined
  /** Epoch ms, the end left out. */
  from?: number | undefined
  to?: number | undefined
  /** Urgent ones before others; else only newest first. */
  urgentFirst?: boolean
}

/** What may go wrong (spec 3 §3). */
export interface Alarms {
  /** What was added, changed or deleted before stays so: an alarm that is gone keeps its code. */
  seed(
    alarms: readonly Omit<KeptAlarm, 'id' | 'revision'>[],
    escalations: readonly EscalationTime[],
  ): Promise<void>
  /** Throws ConflictError when another alarm has that name. */
  create(alarm: Omit<KeptAlarm, 'id' | 'number' | 'code' | 'revision'>): Promise<KeptAlarm>
  /** In place of what it was in this revision, like the three that follow. Throws ConflictError when another one has that name. */
  rename(seen: AlarmSeen, names: readonly AlarmName[]): Promise<Saving>
  prioritise(seen: AlarmSeen, priority: Priority): Promise<Saving>
  tellBy(seen: AlarmSeen, ways: WayOfNotify): Promise<Saving>
  /** undefined: as shipped. */
  raiseBy(seen: AlarmSeen, condition: AlarmCondition | undefined): Promise<Saving>
  /** The alarm that is gone. */
  remove(id: string): Promise<KeptAlarm | undefined>
  find(key: { id: string } | { code: string } | { number: number }): Promise<KeptAlarm | undefined>
  /** By number. */
  list(query?: {
    page: number
    limit: number
    searchText?: string | undefined
    priority?: Priority | undefined
    urgentFirst?: boolean | undefined
  }): Promise<{ data: readonly KeptAlarm[]; count: number }>
  /** From urgent to low. */
  escalations(): Promise<readonly EscalationTime[]>
  setEscalation(time: EscalationTime): Promise<void>
}

/** Alarms that went off. */
export interface AlarmNotifications {
  /** undefined: it is open already. Throws MissingReferenceError when there is no such gateway. */
  raise(notification: NewAlarmNotification): Promise<KeptAlarmNotification | undefined>
  /** The one that was open. */
  over(
    key: { serialNumber: string; code: string; subject: string },
    at: number,
  ): Promise<KeptAlarmNotification | undefined>
  /** False when somebody else was quicker. */
  react(id: string, reaction: { userId: string; response: string; at: number }): Promise<boolean>
  /** What somebody says after another one has reacted; false: nobody has, or he has said something already. */
  add(id: string, addendum: { userId: string; response: string; at: number }): Promise<boolean>
  /** In the order in which they came. */
  addenda(ids: readonly string[]): Promise<readonly AlarmAddendum[]>
  find(id: string): Promise<KeptAlarmNotification | undefined>
  list(query: AlarmNotificationQuery): Promise<{ data: readonly KeptAlarmNotification[]; count: number }>
  /** Of each priority that there are any of. */
  counts(
    query: Pick<AlarmNotificationQuery, 'gateways' | 'from' | 'to'>,
  ): Promise<readonly { priority: Priority; count: number; open: number }[]>
  /** What has not been over yet, of all gateways. */
  open(): Promise<readonly KeptAlarmNotification[]>
  /** Whose next level is to be told by now, urgent ones first. */
  goingOn(now: number, limit: number): Promise<readonly KeptAlarmNotification[]>
  some(ids: readonly string[]): Promise<readonly KeptAlarmNotification[]>
  /** Forgets what went off before `at`, unless it still lasts. */
  purge(at: number): Promise<number>
}

/** Numbers from here on are those of administrators. */
const OWN_NUMBERS = 2000

const alarmOf = ({
  id,
  code,
  number,
  names,
  icon,
  priority,
  ways,
  condition,
  revision,
}: AlarmsTable): KeptAlarm => ({
  id,
  code,
  number: Number(number),
  names: JSON.parse(names) as AlarmName[],
  icon,
  priority: priority as Priority,
  ways: JSON.parse(ways) as WayOfNotify,
  ...(condition !== null && { condition: JSON.parse(condition) as AlarmCondition }),
  revision: Number(revision),
})

const namedBy = (names: readonly AlarmName[]) => ({
  names: JSON.stringify(names),
  identity: fold(names[0]?.name ?? ''),
  search: searchable(names.map(({ name }) => name)),
})

export const alarmsOn = ({ sql }: Database): Alarms => {
  /** What is gone has no identity. */
  const there = () => sql.selectFrom('alarms').where('identity', 'is not', null)
  const change = async ({ id, revision }: AlarmSeen, values: Partial<AlarmsTable>): Promise<Saving> => {
    const result = await sql
      .updateTable('alarms')
      .set((e) => ({ ...values, revision: e('revision', '+', 1) }))
      .where('id', '=', id)
      .where('identity', 'is not', null)
      .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
      .executeTakeFirst()
    return savingOf(result, there().select('id').where('id', '=', id))
  }
  const find: Alarms['find'] = async (key) => {
    const [[column, value]] = Object.entries(key) as [['id' | 'code' | 'number', string]]
    const row = await there().selectAll().where(column, '=', value).executeTakeFirst()
    return row && alarmOf(row)
  }
  return {
    async seed(alarms, escalations) {
      for (const { names, ways, ...alarm } of alarms)
        await sql
          .insertInto('alarms')
          .values({
            id: randomUUID(),
            ...alarm,
            ...namedBy(names),
            ways: JSON.stringify(ways),
            condition: null,
            revision: 1,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      for (const { priority, escalationTime } of escalations)
        await sql
          .insertInto('alarm_escalations')
          .values({ priority, seconds: escalationTime })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },
    async create({ names, icon, priority, ways }) {
      const { last } = await sql
        .selectFrom('alarms')
        .select((e) => e.fn.max('number').as('last'))
        .executeTakeFirstOrThrow()
      const number = Math.max(OWN_NUMBERS, Number(last ?? 0)) + 1
      const alarm = { id: randomUUID(), code: `alarm_${number}`, number, icon, priority }
      await sql
        .insertInto('alarms')
        .values({ ...alarm, ...namedBy(names), ways: JSON.stringify(ways), condition: null, revision: 1 })
        .execute()
      return { ...alarm, names, ways, revision: 1 }
    },
    rename: (seen, names) => change(seen, namedBy(names)),
    prioritise: (seen, priority) => change(seen, { priority }),
    tellBy: (seen, ways) => change(seen, { ways: JSON.stringify(ways) }),
    raiseBy: (seen, condition) => change(seen, { condition: condition ? JSON.stringify(condition) : null }),
    async remove(id) {
      const alarm = await find({ id })
      if (!alarm) return undefined
      const gone = await sql
        .updateTable('alarms')
        .set({ identity: null })
        .where('id', '=', id)
        .where('identity', 'is not', null)
        .executeTakeFirst()
      return changed(gone) ? alarm : undefined
    },
    find,
    async list({ page, limit, searchText = '', priority, urgentFirst = false } = { page: 1, limit: 10_000 }) {
      const rows = there()
        .$if(searchText !== '', (query) => query.where((e) => contains(e.ref('search'), searchText)))
        .$if(priority !== undefined, (query) => query.where('priority', '=', priority ?? 0))
      const [data, { n }] = await Promise.all([
        rows
          .selectAll()
          .$if(urgentFirst, (all) => all.orderBy('priority', 'desc'))
          .orderBy('number')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      return { data: data.map(alarmOf), count: Number(n) }
    },
    async escalations() {
      const rows = await sql.selectFrom('alarm_escalations').selectAll().orderBy('priority', 'desc').execute()
      return rows.map(({ priority, seconds }) => ({
        priority: priority as Priority,
        escalationTime: Number(seconds),
      }))
    },
    async setEscalation({ priority, escalationTime: seconds }) {
      await sql
        .insertInto('alarm_escalations')
        .values({ priority, seconds })
        .onConflict((conflict) => conflict.column('priority').doUpdateSet({ seconds }))
        .execute()
    },
  }
}

/** Nobody has reacted, and it is not over. */
const isOpen = (e: ExpressionBuilder<Tables, 'alarm_notifications'>) =>
  e.and([e('reacted_at', 'is', null), e('over_at', 'is', null)])

/** Open once for each thing in a home. */
const openKey = (serialNumber: string, code: string, subject: string): string =>
  JSON.stringify([serialNumber, code, subject])

export const alarmNotificationsOn = ({ sql }: Database): AlarmNotifications => {
  const rows = () => sql.selectFrom('alarm_notifications')
  type Narrowing = Pick<AlarmNotificationQuery, 'gateways' | 'code' | 'priority' | 'settled' | 'from' | 'to'>
  const narrowed =
    ({ gateways, code, priority, settled, from, to }: Narrowing) =>
    (e: ExpressionBuilder<Tables, 'alarm_notifications'>) =>
      e.and([
        ...(gateways ? [e('serial_number', 'in', gateways.length > 0 ? gateways : [''])] : []),
        ...(code === undefined ? [] : [e('code', '=', code)]),
        ...(priority === undefined ? [] : [e('priority', '=', priority)]),
        ...(settled === undefined ? [] : [settled ? e.not(isOpen(e)) : isOpen(e)]),
        ...(from === undefined ? [] : [e('at', '>=', from)]),
        ...(to === undefined ? [] : [e('at', '<', to)]),
      ])
  const find: AlarmNotifications['find'] = async (id) => {
    const row = await rows().selectAll().where('id', '=', id).executeTakeFirst()
    return row && notificationOf(row)
  }
  return {
    async raise({ serialNumber, alarm, subject, facts, at, moment = false, silent = false }) {
      const { code, priority, icon, names } = alarm
      const id = orderedId(at)
      const { numInsertedOrUpdatedRows = 0n } = await sql
        .insertInto('alarm_notifications')
        .values({
          ...{ id, code, subject, priority, icon, at },
          serial_number: serialNumber,
          open_key: moment ? null : openKey(serialNumber, code, subject),
          names: JSON.stringify(names),
          facts: JSON.stringify(facts),
          ...{ over_at: null, reacted_at: null, reacted_by: null, response: null },
          ...{ step: 0, next_at: silent ? null : at },
        })
        .onConflict((conflict) => conflict.column('open_key').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n ? find(id) : undefined
    },
    async over({ serialNumber, code, subject }, at) {
      const row = await sql
        .updateTable('alarm_notifications')
        .set({ over_at: at, open_key: null, next_at: text`case when step = 0 then next_at end` })
        .where('open_key', '=', openKey(serialNumber, code, subject))
        .returningAll()
        .executeTakeFirst()
      return row && notificationOf(row)
    },
    async react(id, { userId, response, at }) {
      return changed(
        await sql
          .updateTable('alarm_notifications')
          .set({ reacted_at: at, reacted_by: userId, response, next_at: null })
          .where('id', '=', id)
          .where('reacted_at', 'is', null)
          .executeTakeFirstOrThrow(),
      )
    },
    async add(id, { userId, response, at }) {
      const { reactedAt, reactedBy = userId } = (await find(id)) ?? {}
      // Whoever presses twice has said nothing more.
      if (reactedAt === undefined || reactedBy === userId) return false
      const { numInsertedOrUpdatedRows = 0n } = await sql
        .insertInto('alarm_addenda')
        .values({ notification_id: id, user_id: userId, response, at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },
    async addenda(ids) {
      const found = await sql
        .selectFrom('alarm_addenda')
        .selectAll()
        .where('notification_id', 'in', ids.length > 0 ? ids : [''])
        .orderBy('at')
        .orderBy('user_id')
        .execute()
      return found.map(({ notification_id, user_id, response, at }) => ({
        ...{ notificationId: notification_id, userId: user_id, response, at: Number(at) },
      }))
    },
    find,
    async list({ page, limit, urgentFirst = false, ...query }) {
      const some = rows().where(narrowed(query))
      const [data, { n }] = await Promise.all([
        some
          .selectAll()
          .$if(urgentFirst, (all) =>
            all
              .orderBy(text`case when reacted_at is null and over_at is null then 0 else 1 end`)
              .orderBy('priority', 'desc'),
          )
          .orderBy('id', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        some.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      return { data: data.map(notificationOf), count: Number(n) }
    },
    async counts(query) {
      const found = await rows()
        .where(narrowed(query))
        .select((e) => [
          'priority',
          e.fn.countAll<number>().as('n'),
          e.fn.sum<number>(e.case().when(isOpen(e)).then(1).else(0).end()).as('open'),
        ])
        .groupBy('priority')
        .execute()
      return found.map(({ priority, n, open }) => ({
        priority: priority as Priority,
        count: Number(n),
        open: Number(open),
      }))
    },
    async open() {
      return (await rows().selectAll().where('open_key', 'is not', null).execute()).map(notificationOf)
    },
    async goingOn(now, limit) {
      const found = await rows()
        .selectAll()
        .where('next_at', '<=', now)
        .orderBy('priority', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return found.map(notificationOf)
    },
    async some(ids) {
      const wanted = ids.length > 0 ? ids : ['']
      return (await rows().selectAll().where('id', 'in', wanted).execute()).map(notificationOf)
    },
    async purge(at) {
      const { numDeletedRows } = await sql
        .deleteFrom('alarm_notifications')
        .where('at', '<', at)
        .where('open_key', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

function notificationOf(row: AlarmNotificationsTable): KeptAlarmNotification {
  const { id, serial_number, code, subject, icon, at, over_at, reacted_at, reacted_by, response } = row
  const { step, next_at } = row
  return {
    ...{ id, code, subject, icon },
    serialNumber: serial_number,
    priority: row.priority as Priority,
    names: JSON.parse(row.names) as AlarmName[],
    facts: JSON.parse(row.facts) as AlarmFacts,
    at: Number(at),
    ...(over_at !== null && { overAt: Number(over_at) }),
    ...(reacted_at !== null && { reactedAt: Number(reacted_at) }),
    ...(reacted_by !== null && { reactedBy: reacted_by }),
    ...(response !== null && { response }),
    step: Number(step),
    ...(next_at !== null && { nextAt: Number(next_at) }),
  }
}
