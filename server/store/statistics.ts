import { sql as text } from 'kysely'
import type { Database } from './database.ts'
import { versionOrder } from './text.ts'

/** What a gateway consists of. */
export interface GatewayCount {
  /** When it was counted. */
  at: number
  devices: number
  /** Undefined: it has not said. */
  scenes?: number | undefined
  /** Devices by class. */
  classes: ReadonlyMap<string, number>
}

/** Failures of a gateway on one day. */
export interface FailureCount {
  serialNumber: string
  kind: string
  /** Days since 1970, UTC. */
  day: number
  times: number
}

export interface Totals {
  gateways: number
  counted: number
  devices: number
  scenes: number
  /** Counted since a moment. */
  answered: number
  oldest: number | undefined
}

export interface SceneSpread {
  max: number
  min: number
  average: number
  median: number
}

export interface Band {
  /** Which of the bands. */
  place: number
  gateways: number
  devices: number
}

export interface DaySum {
  day: number
  samples: number
  gateways: number
  online: number
}

/** What administrators' statistics are made of; `group` narrows to the gateways of one. */
export interface FleetStatistics {
  /** In the place of what was known. Throws MissingReferenceError when the gateway is unknown. */
  count(serialNumber: string, count: GatewayCount): Promise<void>
  /** Many at once. */
  countMany(counts: ReadonlyMap<string, GatewayCount>): Promise<void>
  countOf(serialNumber: string): Promise<GatewayCount | undefined>
  /** Another gateway has what this one consisted of, which is counted for one of them only. */
  move(serialNumber: string, other: string): Promise<void>
  /** Of these those that were never counted. */
  uncounted(serialNumbers: readonly string[]): Promise<readonly string[]>
  /** What is known of them still holds. */
  still(serialNumbers: readonly string[], at: number): Promise<void>
  /** Added to what failed before; gateways that are gone are left out. */
  fail(failures: readonly FailureCount[]): Promise<void>
  /** Gateways that went offline in this time and still are. */
  offlineSince(from: number, to: number): Promise<readonly string[]>
  /** Adds how many gateways there are now, and how many of them are online, to a day: of all, and of each group. */
  sample(day: number): Promise<void>
  addDays(scope: string, days: readonly DaySum[]): Promise<void>
  totals(since: number, group?: string): Promise<Totals>
  /** Gateways that were counted, by number of devices: a band ends with each of these numbers, the last nowhere. */
  bySize(ends: readonly number[], group?: string): Promise<readonly Band[]>
  byScenes(ends: readonly number[], group?: string): Promise<readonly Band[]>
  sceneSpread(group?: string): Promise<SceneSpread | undefined>
  classes(group?: string): Promise<readonly { class: string; devices: number }[]>
  /** Newest first within a model. */
  versions(group?: string): Promise<readonly { model: string; version: string; gateways: number }[]>
  days(from: number, group?: string): Promise<readonly DaySum[]>
  failures(from: number, group?: string): Promise<readonly { kind: string; day: number; times: number }[]>
  /** Forgets days before this one. */
  purge(before: number): Promise<number>
}

/** Rows in one statement; SQLite takes 32,766 parameters. */
const ROWS = 500

export const fleetStatisticsOn = ({ sql, together }: Database): FleetStatistics => {
  const members = (group: string) =>
    sql.selectFrom('group_gateways').select('serial_number').where('group_id', '=', group)
  const counts = (group: string | undefined) => {
    const all = sql.selectFrom('gateway_counts')
    return group === undefined ? all : all.where('gateway_counts.serial_number', 'in', members(group))
  }

  const banded = async (
    column: 'devices' | 'scenes',
    ends: readonly number[],
    group: string | undefined,
  ): Promise<readonly Band[]> => {
    const steps = ends.map(
      (end, place) => text`when ${text.ref(column)} <= ${text.lit(end)} then ${text.lit(place)}`,
    )
    const place = text<number>`case ${text.join(steps, text` `)} else ${text.lit(ends.length)} end`
    const rows = await counts(group)
      .where(column, 'is not', null)
      .select((e) => [
        place.as('place'),
        e.fn.countAll<number>().as('gateways'),
        e.fn.sum<number>('devices').as('devices'),
      ])
      .groupBy(text`1`)
      .execute()
    return rows.map((row) => ({
      place: Number(row.place),
      gateways: Number(row.gateways),
      devices: Number(row.devices),
    }))
  }

  const putCounts = (counts: ReadonlyMap<string, GatewayCount>) => {
    const all = [...counts]
    const classes = all.flatMap(([serial_number, count]) =>
      [...count.classes].map(([name, devices]) => ({ serial_number, class: name, devices })),
    )
    return [
      ...inParts(all).map((some) =>
        sql
          .insertInto('gateway_counts')
          .values(
            some.map(([serial_number, { at, devices, scenes }]) => ({
              ...{ serial_number, at, devices },
              scenes: scenes ?? null,
            })),
          )
          .onConflict((conflict) =>
            conflict.column('serial_number').doUpdateSet((e) => ({
              at: e.ref('excluded.at'),
              devices: e.ref('excluded.devices'),
              scenes: e.fn.coalesce('excluded.scenes', 'gateway_counts.scenes'),
            })),
          ),
      ),
      ...inParts(all).map((some) =>
        sql.deleteFrom('gateway_classes').where(
          'serial_number',
          'in',
          some.map(([serialNumber]) => serialNumber),
        ),
      ),
      ...inParts(classes).map((some) => sql.insertInto('gateway_classes').values(some)),
    ]
  }

  return {
    async count(serialNumber, count) {
      await together(putCounts(new Map([[serialNumber, count]])))
    },
    async countMany(counts) {
      if (counts.size > 0) await together(putCounts(counts))
    },
    async countOf(serialNumber) {
      const row = await sql
        .selectFrom('gateway_counts')
        .selectAll()
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      if (!row) return undefined
      const classes = await sql
        .selectFrom('gateway_classes')
        .select(['class', 'devices'])
        .where('serial_number', '=', serialNumber)
        .execute()
      return {
        at: Number(row.at),
        devices: Number(row.devices),
        ...(row.scenes !== null && { scenes: Number(row.scenes) }),
        classes: new Map(classes.map((one) => [one.class, Number(one.devices)])),
      }
    },
    async move(serialNumber, other) {
      const tables = ['gateway_counts', 'gateway_classes'] as const
      await together([
        ...tables.map((table) => sql.deleteFrom(table).where('serial_number', '=', other)),
        ...tables.map((table) =>
          sql.updateTable(table).set({ serial_number: other }).where('serial_number', '=', serialNumber),
        ),
      ])
    },
    async uncounted(serialNumbers) {
      const known = new Set<string>()
      for (const some of inParts(serialNumbers))
        for (const row of await sql
          .selectFrom('gateway_counts')
          .select('serial_number')
          .where('serial_number', 'in', some)
          .execute())
          known.add(row.serial_number)
      return serialNumbers.filter((one) => !known.has(one))
    },
    async still(serialNumbers, at) {
      const writes = inParts(serialNumbers).map((some) =>
        sql.updateTable('gateway_counts').set({ at }).where('serial_number', 'in', some),
      )
      if (writes.length > 0) await together(writes)
    },
    async fail(failures) {
      const there = new Set<string>()
      for (const some of inParts([...new Set(failures.map((one) => one.serialNumber))]))
        for (const row of await sql
          .selectFrom('gateways')
          .select('serial_number')
          .where('serial_number', 'in', some)
          .execute())
          there.add(row.serial_number)
      const rows = failures
        .filter(({ serialNumber }) => there.has(serialNumber))
        .map(({ serialNumber, ...one }) => ({ ...one, serial_number: serialNumber }))
      const writes = inParts(rows).map((some) =>
        sql
          .insertInto('gateway_failures')
          .values(some)
          .onConflict((conflict) =>
            conflict.columns(['serial_number', 'kind', 'day']).doUpdateSet((e) => ({
              times: e('gateway_failures.times', '+', e.ref('excluded.times')),
            })),
          ),
      )
      if (writes.length > 0) await together(writes)
    },
    async offlineSince(from, to) {
      const rows = await sql
        .selectFrom('gateways')
        .select('serial_number')
        .where('connection_status', '=', 'offline')
        .where('connection_status_since', '>', from)
        .where('connection_status_since', '<=', to)
        .execute()
      return rows.map(({ serial_number }) => serial_number)
    },
    async sample(day) {
      const [all, groups] = await Promise.all([
        sql
          .selectFrom('gateways')
          .select((e) => [
            e.fn.countAll<number>().as('gateways'),
            e.fn.countAll<number>().filterWhere('connection_status', '=', 'online').as('online'),
          ])
          .executeTakeFirstOrThrow(),
        sql
          .selectFrom('group_gateways')
          .innerJoin('gateways', 'gateways.serial_number', 'group_gateways.serial_number')
          .select((e) => [
            'group_id as scope',
            e.fn.countAll<number>().as('gateways'),
            e.fn.countAll<number>().filterWhere('connection_status', '=', 'online').as('online'),
          ])
          .groupBy('group_id')
          .execute(),
      ])
      for (const { scope, gateways, online } of [{ scope: '', ...all }, ...groups])
        await this.addDays(scope, [{ day, samples: 1, gateways: Number(gateways), online: Number(online) }])
    },
    async addDays(scope, days) {
      const writes = inParts(days).map((some) =>
        sql
          .insertInto('fleet_days')
          .values(some.map((one) => ({ scope, ...one })))
          .onConflict((conflict) =>
            conflict.columns(['scope', 'day']).doUpdateSet((e) => ({
              samples: e('fleet_days.samples', '+', e.ref('excluded.samples')),
              gateways: e('fleet_days.gateways', '+', e.ref('excluded.gateways')),
              online: e('fleet_days.online', '+', e.ref('excluded.online')),
            })),
          ),
      )
      if (writes.length > 0) await together(writes)
    },
    async totals(since, group) {
      const gateways = sql.selectFrom('gateways').select((e) => e.fn.countAll<number>().as('n'))
      const [{ n }, row] = await Promise.all([
        (group === undefined
          ? gateways
          : gateways.where('serial_number', 'in', members(group))
        ).executeTakeFirstOrThrow(),
        counts(group)
          .select((e) => [
            e.fn.countAll<number>().as('counted'),
            e.fn.sum<number | null>('devices').as('devices'),
            e.fn.sum<number | null>('scenes').as('scenes'),
            e.fn.countAll<number>().filterWhere('at', '>=', since).as('answered'),
            e.fn.min<number | null>('at').as('oldest'),
          ])
          .executeTakeFirstOrThrow(),
      ])
      return {
        gateways: Number(n),
        counted: Number(row.counted),
        devices: Number(row.devices ?? 0),
        scenes: Number(row.scenes ?? 0),
        answered: Number(row.answered),
        oldest: row.oldest === null ? undefined : Number(row.oldest),
      }
    },
    bySize: (ends, group) => banded('devices', ends, group),
    byScenes: (ends, group) => banded('scenes', ends, group),
    async sceneSpread(group) {
      const known = counts(group).where('scenes', 'is not', null)
      const row = await known
        .select((e) => [
          e.fn.countAll<number>().as('n'),
          e.fn.sum<number | null>('scenes').as('sum'),
          e.fn.max<number | null>('scenes').as('max'),
          e.fn.min<number | null>('scenes').as('min'),
        ])
        .executeTakeFirstOrThrow()
      const n = Number(row.n)
      if (n === 0) return undefined
      // The one in the middle, or the mean of the two.
      const middle = await known
        .select('scenes')
        .orderBy('scenes')
        .offset(Math.floor((n - 1) / 2))
        .limit(n % 2 === 0 ? 2 : 1)
        .execute()
      return {
        max: Number(row.max),
        min: Number(row.min),
        average: Number(row.sum) / n,
        median: middle.reduce((sum, { scenes }) => sum + Number(scenes), 0) / middle.length,
      }
    },
    async classes(group) {
      const all = sql
        .selectFrom('gateway_classes')
        .select((e) => ['class', e.fn.sum<number>('devices').as('devices')])
        .groupBy('class')
      const rows = await (group === undefined
        ? all
        : all.where('serial_number', 'in', members(group))
      ).execute()
      return rows
        .map((row) => ({ class: row.class, devices: Number(row.devices) }))
        .toSorted((a, b) => b.devices - a.devices)
    },
    async versions(group) {
      const all = sql
        .selectFrom('gateways')
        .select((e) => ['model', 'current_fw_version', e.fn.countAll<number>().as('gateways')])
        .groupBy(['model', 'current_fw_version'])
      const rows = await (group === undefined
        ? all
        : all.where('serial_number', 'in', members(group))
      ).execute()
      return rows
        .map((row) => ({
          model: row.model,
          version: row.current_fw_version ?? '',
          gateways: Number(row.gateways),
        }))
        .toSorted((a, b) => (versionOrder(a.version) < versionOrder(b.version) ? 1 : -1))
    },
    async days(from, group = '') {
      const rows = await sql
        .selectFrom('fleet_days')
        .selectAll()
        .where('scope', '=', group)
        .where('day', '>=', from)
        .orderBy('day')
        .execute()
      return rows.map(({ day, samples, gateways, online }) => ({
        day: Number(day),
        samples: Number(samples),
        gateways: Number(gateways),
        online: Number(online),
      }))
    },
    async failures(from, group) {
      const all = sql
        .selectFrom('gateway_failures')
        .select((e) => ['kind', 'day', e.fn.sum<number>('times').as('times')])
        .where('day', '>=', from)
        .groupBy(['kind', 'day'])
      const rows = await (group === undefined
        ? all
        : all.where('serial_number', 'in', members(group))
      ).execute()
      return rows.map(({ kind, day, times }) => ({ kind, day: Number(day), times: Number(times) }))
    },
    async purge(before) {
      const [days, failures] = await together([
        sql.deleteFrom('fleet_days').where('day', '<', before),
        sql.deleteFrom('gateway_failures').where('day', '<', before),
      ])
      return Number(days?.numAffectedRows ?? 0n) + Number(failures?.numAffectedRows ?? 0n)
    },
  }
}

function inParts<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / ROWS) }, (_, n) => all.slice(n * ROWS, (n + 1) * ROWS))
}
