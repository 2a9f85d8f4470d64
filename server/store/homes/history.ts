import { sql as statement } from 'kysely'
import type { Database } from '../database.ts'
import { orderedId } from '../ordered-id.ts'

/** One day of one series, packed. */
export interface HistoryDay {
  series: string
  /** Days since 1970, UTC. */
  day: number
  /** Of its numbers only buckets are left. */
  rolled: boolean
  points: string
}

/** What homes did. Texts are packed by `server/homes/history`, which alone reads them. */
export interface History {
  /** Durable when it resolves. Throws MissingReferenceError when the gateway is unknown. */
  append(serialNumber: string, at: number, entries: string): Promise<void>
  /** What has not been sorted into days yet, oldest first. */
  waiting(serialNumber: string): Promise<readonly { id: string; entries: string }[]>
  /** Homes in which that much waits. */
  waitingHomes(): Promise<readonly { serialNumber: string; rows: number }[]>
  days(
    serialNumber: string,
    series: readonly string[],
    range: { first: number; last: number },
  ): Promise<readonly HistoryDay[]>
  /** The last day of a series before this one. */
  before(serialNumber: string, series: string, day: number): Promise<HistoryDay | undefined>
  /** Of each series its last day up to this one. */
  lastDays(serialNumber: string, day: number): Promise<readonly HistoryDay[]>
  /** The first day of which anything is kept. */
  firstDay(serialNumber: string): Promise<number | undefined>
  /** Puts days in the place of those that were there. */
  put(serialNumber: string, days: readonly HistoryDay[]): Promise<void>
  /** What waited stands in its days. */
  sorted(ids: readonly string[]): Promise<void>
  /** Days before this one whose numbers are all still there. */
  whole(before: number, most: number): Promise<readonly (HistoryDay & { serialNumber: string })[]>
  /** The series of a device, and how it fared. */
  ofDevice(serialNumber: string, device: string): Promise<readonly HistoryDay[]>
  forgetDevice(serialNumber: string, device: string): Promise<void>
  /** Up to when (epoch ms) everything that a gateway recorded by itself is here. */
  handedOver(serialNumber: string): Promise<number | undefined>
  handed(serialNumber: string, at: number): Promise<void>
  purge(before: number): Promise<number>
  clear(serialNumber: string): Promise<void>
  /** Another gateway takes the place of this one. */
  move(serialNumber: string, other: string): Promise<void>
}

/** What is kept of a home's past goes together: how its devices were reached names them, too. */
const PAST = ['history_waiting', 'history_days', 'history_handed', 'network_snapshots'] as const
/** Rows in one statement; SQLite takes 32,766 parameters. */
const ROWS = 500
/** The last letter that an id can have is smaller. */
const END = '\u{10ffff}'

export const historyOn = ({ sql, together }: Database): History => {
  const daysOf = (serialNumber: string) =>
    sql
      .selectFrom('history_days')
      .select(['series', 'day', 'rolled', 'points'])
      .where('serial_number', '=', serialNumber)
  const removed = (serialNumber: string) =>
    PAST.map((table) => sql.deleteFrom(table).where('serial_number', '=', serialNumber))

  return {
    async append(serialNumber, at, entries) {
      await sql
        .insertInto('history_waiting')
        .values({ id: orderedId(at), serial_number: serialNumber, entries })
        .execute()
    },
    waiting: (serialNumber) =>
      sql
        .selectFrom('history_waiting')
        .select(['id', 'entries'])
        .where('serial_number', '=', serialNumber)
        .orderBy('id')
        .execute(),
    async waitingHomes() {
      const rows = await sql
        .selectFrom('history_waiting')
        .select('serial_number')
        .select((e) => e.fn.countAll<number>().as('n'))
        .groupBy('serial_number')
        .execute()
      return rows.map(({ serial_number, n }) => ({ serialNumber: serial_number, rows: Number(n) }))
    },
    async days(serialNumber, series, { first, last }) {
      const found: HistoryDay[] = []
      for (const some of inParts(series))
        found.push(
          ...(await daysOf(serialNumber)
            .where('series', 'in', some)
            .where('day', '>=', first)
            .where('day', '<=', last)
            .orderBy('series')
            .orderBy('day')
            .execute()),
        )
      return found
    },
    before: (serialNumber, series, day) =>
      daysOf(serialNumber)
        .where('series', '=', series)
        .where('day', '<', day)
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst(),
    async lastDays(serialNumber, day) {
      // From name to name by the key: reading all days of all series takes a hundred times as long.
      const { rows } = await statement<HistoryDay>`
        with recursive names (series) as (
          select min(series) from history_days where serial_number = ${serialNumber}
          union all
          select (select min(series) from history_days
            where serial_number = ${serialNumber} and series > names.series)
          from names where names.series is not null
        )
        select days.series, days.day, days.rolled, days.points from names
        join history_days as days on days.serial_number = ${serialNumber} and days.series = names.series
          and days.day = (select max(day) from history_days
            where serial_number = ${serialNumber} and series = names.series and day <= ${day})`.execute(sql)
      return rows
    },
    async firstDay(serialNumber) {
      const row = await sql
        .selectFrom('history_days')
        .select((e) => e.fn.min('day').as('day'))
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      return row?.day === null || row?.day === undefined ? undefined : Number(row.day)
    },
    async put(serialNumber, days) {
      const writes = inParts(days).map((some) =>
        sql
          .insertInto('history_days')
          .values(some.map((day) => ({ ...day, serial_number: serialNumber })))
          .onConflict((conflict) =>
            conflict.columns(['serial_number', 'series', 'day']).doUpdateSet((e) => ({
              rolled: e.ref('excluded.rolled'),
              points: e.ref('excluded.points'),
            })),
          ),
      )
      if (writes.length > 0) await together(writes)
    },
    async sorted(ids) {
      const removals = inParts(ids).map((some) => sql.deleteFrom('history_waiting').where('id', 'in', some))
      if (removals.length > 0) await together(removals)
    },
    async whole(before, most) {
      const rows = await sql
        .selectFrom('history_days')
        .selectAll()
        .where('rolled', '=', false)
        .where('day', '<', before)
        .orderBy('day')
        .limit(most)
        .execute()
      return rows.map(({ serial_number, ...day }) => ({ ...day, serialNumber: serial_number }))
    },
    ofDevice: (serialNumber, device) =>
      daysOf(serialNumber)
        .where((e) =>
          e.or([
            e('series', '=', device),
            e.and([e('series', '>=', `${device}/`), e('series', '<', `${device}/${END}`)]),
          ]),
        )
        .execute(),
    async forgetDevice(serialNumber, device) {
      await sql
        .deleteFrom('history_days')
        .where('serial_number', '=', serialNumber)
        .where((e) =>
          e.or([
            e('series', '=', device),
            e.and([e('series', '>=', `${device}/`), e('series', '<', `${device}/${END}`)]),
          ]),
        )
        .execute()
    },
    async handedOver(serialNumber) {
      const row = await sql
        .selectFrom('history_handed')
        .select('at')
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      return row && Number(row.at)
    },
    async handed(serialNumber, at) {
      await sql
        .insertInto('history_handed')
        .values({ serial_number: serialNumber, at })
        .onConflict((conflict) =>
          conflict.column('serial_number').doUpdateSet((e) => ({ at: e.ref('excluded.at') })),
        )
        .execute()
    },
    async purge(before) {
      const { numDeletedRows } = await sql
        .deleteFrom('history_days')
        .where('day', '<', before)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
    async clear(serialNumber) {
      await together(removed(serialNumber))
    },
    async move(serialNumber, other) {
      await together([
        ...removed(other),
        ...PAST.map((table) =>
          sql.updateTable(table).set({ serial_number: other }).where('serial_number', '=', serialNumber),
        ),
      ])
    },
  }
}

function inParts<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / ROWS) }, (_, n) => all.slice(n * ROWS, (n + 1) * ROWS))
}
