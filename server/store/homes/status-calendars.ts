import { changed, type Database } from '../database.ts'
import { firstRevision } from '../first-revision.ts'
import { withoutNulls } from '../text.ts'
import type { StatusCalendarsTable } from './tables.ts'

/** A calendar that a status of a home follows. */
export interface KeptCalendar {
  serialNumber: string
  resourceId: string
  /** Its address, which of its events count, and those that are known: of whoever put it. */
  sealed: string
  /** What the status was told last. */
  told?: 'on' | 'off'
  /** Why it could not be read the last time. */
  fault?: string
  /** When it was read last, and when that was tried. */
  fetchedAt?: number
  triedAt?: number
  /** It is worth what this person may do in the home. */
  madeBy: string
  madeAt: number
  /** One more with each time that it is put. */
  revision: number
}

/** Without its revision, which the store gives it. */
type Put = Omit<KeptCalendar, 'revision'>

type Change = Partial<Pick<KeptCalendar, 'sealed' | 'fetchedAt' | 'triedAt'>> & {
  told?: KeptCalendar['told'] | null
  fault?: string | null
}

export interface StatusCalendars {
  /** The oldest first. */
  of(serialNumber: string): Promise<readonly KeptCalendar[]>
  find(serialNumber: string, resourceId: string): Promise<KeptCalendar | undefined>
  /**
   * In place of the one that has this revision, 0 where the status follows none; it is due at once. Answers the new
   * revision; undefined when the status follows another one meanwhile, or none any more.
   */
  put(calendar: Put, seen: number): Promise<number | undefined>
  /** One that is due, now its caller's until then. */
  claim(now: number, until: number): Promise<KeptCalendar | undefined>
  /** What has become of it, and when it is to be looked at again; nothing where it is another one meanwhile. */
  keep(calendar: KeptCalendar, change: Change, dueAt: number): Promise<void>
  /** Of a home whose gateway has come: all are due. */
  wake(serialNumber: string, now: number): Promise<void>
  /** False when the status follows none. */
  remove(serialNumber: string, resourceId: string): Promise<boolean>
}

export const statusCalendarsOn = ({ sql }: Database): StatusCalendars => ({
  async of(serialNumber) {
    const rows = await sql
      .selectFrom('status_calendars')
      .selectAll()
      .where('serial_number', '=', serialNumber)
      .orderBy('made_at')
      .orderBy('resource_id')
      .execute()
    return rows.map(calendarOf)
  },
  async find(serialNumber, resourceId) {
    const row = await sql
      .selectFrom('status_calendars')
      .selectAll()
      .where('serial_number', '=', serialNumber)
      .where('resource_id', '=', resourceId)
      .executeTakeFirst()
    return row && calendarOf(row)
  },
  async put({ serialNumber, resourceId, sealed, madeBy, madeAt, told, fault, fetchedAt, triedAt }, seen) {
    const revision = seen === 0 ? firstRevision() : seen + 1
    const anew = {
      ...{ sealed, told: told ?? null, fault: fault ?? null, due_at: 0, made_by: madeBy, made_at: madeAt },
      ...{ fetched_at: fetchedAt ?? null, tried_at: triedAt ?? null, revision },
    }
    if (seen !== 0) {
      const replaced = await sql
        .updateTable('status_calendars')
        .set(anew)
        .where('serial_number', '=', serialNumber)
        .where('resource_id', '=', resourceId)
        .where('revision', '=', seen)
        .executeTakeFirst()
      return changed(replaced) ? revision : undefined
    }
    const { numInsertedOrUpdatedRows = 0n } = await sql
      .insertInto('status_calendars')
      .values({ serial_number: serialNumber, resource_id: resourceId, ...anew })
      .onConflict((conflict) => conflict.columns(['serial_number', 'resource_id']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows > 0n ? revision : undefined
  },
  async claim(now, until) {
    const next = await sql
      .selectFrom('status_calendars')
      .select(['serial_number', 'resource_id'])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    const row = await sql
      .updateTable('status_calendars')
      .set({ due_at: until })
      .where('serial_number', '=', next.serial_number)
      .where('resource_id', '=', next.resource_id)
      // Asked again of the row itself: another replica may have been faster.
      .where('due_at', '<=', now)
      .returningAll()
      .executeTakeFirst()
    return row && calendarOf(row)
  },
  async keep({ serialNumber, resourceId, madeAt }, { fetchedAt, triedAt, ...change }, dueAt) {
    await sql
      .updateTable('status_calendars')
      .set({
        ...change,
        ...(fetchedAt !== undefined && { fetched_at: fetchedAt }),
        ...(triedAt !== undefined && { tried_at: triedAt }),
        due_at: dueAt,
      })
      .where('serial_number', '=', serialNumber)
      .where('resource_id', '=', resourceId)
      .where('made_at', '=', madeAt)
      .execute()
  },
  async wake(serialNumber, now) {
    await sql
      .updateTable('status_calendars')
      .set({ due_at: now })
      .where('serial_number', '=', serialNumber)
      .where('due_at', '>', now)
      .execute()
  },
  async remove(serialNumber, resourceId) {
    const { numDeletedRows } = await sql
      .deleteFrom('status_calendars')
      .where('serial_number', '=', serialNumber)
      .where('resource_id', '=', resourceId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const calendarOf = (row: StatusCalendarsTable): KeptCalendar => ({
  serialNumber: row.serial_number,
  resourceId: row.resource_id,
  sealed: row.sealed,
  madeBy: row.made_by,
  madeAt: Number(row.made_at),
  revision: Number(row.revision),
  ...withoutNulls({
    told: row.told as KeptCalendar['told'] | null,
    fault: row.fault,
    fetchedAt: row.fetched_at === null ? null : Number(row.fetched_at),
    triedAt: row.tried_at === null ? null : Number(row.tried_at),
  }),
})
