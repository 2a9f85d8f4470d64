import { sql as text } from 'kysely'
import type { Difference } from '#gateway/lib/fleet/drift.ts'
import type { DriftGateway } from '#schemas/generated/entities/drift-gateway.ts'
import type { DriftHow, DriftRow } from '#schemas/generated/entities/drift-thing.ts'
import type { Database } from '../database.ts'
import { sha256 } from '../text.ts'
import type { Allowance } from './golden-homes.ts'

/** How a gateway was when it was compared. */
export interface Compared {
  serialNumber: string
  house: string
  place: string
  source: DriftGateway['source']
  asOf?: number | undefined
  at: number
  differences: readonly (Difference & { allowed: boolean })[]
}

export type Cells = Record<string, number>

export interface House {
  house: string
  place: string
  gateways: number
  differing: number
  cells: Cells
}

export interface ComparedGateway extends Omit<Compared, 'differences'> {
  name: string
  differing: number
  allowed: number
  cells: Cells
}

export interface Thing {
  aspect: string
  key: string
  name: string
  how: DriftHow
  allowed: boolean
  gateways: number
  example?: { serialNumber: string; name: string; rows: readonly DriftRow[] }
}

/** All gateways, those of one address, or one. */
export interface Where {
  house?: string | undefined
  place?: string | undefined
  serialNumber?: string | undefined
}

export interface DriftFigures {
  gateways: number
  same: number
  differing: number
  places: number
  allowed: number
  kept: number
  oldest: number | undefined
  /** Differences of one gateway. */
  changed: number
}

interface Page {
  page: number
  limit: number
}

/** In what gateways differ from their golden home; only those count that are in its group now. */
export interface Drift {
  /** In the place of what was known of it. False when the golden home or the gateway is gone. */
  put(goldenId: string, compared: Compared): Promise<boolean>
  /** A thing may differ, or may not any more: everything is counted anew at once. */
  allow(goldenId: string, thing: Allowance, allowed: boolean): Promise<void>
  figures(goldenId: string, serialNumber: string): Promise<DriftFigures>
  /** By address. */
  houses(goldenId: string, query: Page & { differing: boolean }): Promise<Listed<House>>
  /** By address, then by name. */
  gateways(
    goldenId: string,
    query: Page & Where & { state?: DriftGateway['state'] | undefined },
  ): Promise<Listed<ComparedGateway>>
  /** Those in which most differ first. */
  things(goldenId: string, aspect: string, query: Where & { limit: number }): Promise<readonly Thing[]>
  /** Gateways that have one of these things in another way than the model, or have it not. */
  differing(
    goldenId: string,
    query: Where & { things: readonly { aspect: string; key: string }[] },
  ): Promise<readonly string[]>
}

interface Listed<Row> {
  data: readonly Row[]
  count: number
}

export const driftOn = ({ sql, together }: Database): Drift => {
  const known = (goldenId: string, { house, place, serialNumber }: Where = {}) =>
    sql
      .selectFrom('drift_gateways')
      .innerJoin('golden_homes', 'golden_homes.id', 'drift_gateways.golden_id')
      .innerJoin('group_gateways', (join) =>
        join
          .onRef('group_gateways.group_id', '=', 'golden_homes.group_id')
          .onRef('group_gateways.serial_number', '=', 'drift_gateways.serial_number'),
      )
      .where('drift_gateways.golden_id', '=', goldenId)
      .$if(house !== undefined, (query) => query.where('drift_gateways.house', '=', house ?? ''))
      .$if(place !== undefined, (query) => query.where('drift_gateways.place', '=', place ?? ''))
      .$if(serialNumber !== undefined, (query) =>
        query.where('drift_gateways.serial_number', '=', serialNumber ?? ''),
      )
  const allThings = (goldenId: string, where: Where) =>
    known(goldenId, where).innerJoin('drift_things', (join) =>
      join
        .onRef('drift_things.golden_id', '=', 'drift_gateways.golden_id')
        .onRef('drift_things.serial_number', '=', 'drift_gateways.serial_number'),
    )
  const things = (goldenId: string, aspect: string, where: Where) =>
    allThings(goldenId, where).where('drift_things.aspect', '=', aspect)

  return {
    async put(goldenId, { serialNumber, house, place, source, asOf, at, differences }) {
      const own = { golden_id: goldenId, serial_number: serialNumber }
      const counted = differences.filter(({ allowed }) => !allowed)
      const cells = [...Map.groupBy(counted, ({ aspect }) => aspect)]
      const there = await sql
        .selectFrom('golden_homes')
        .innerJoin('gateways', (join) => join.on('gateways.serial_number', '=', serialNumber))
        .select('golden_homes.id')
        .where('golden_homes.id', '=', goldenId)
        .executeTakeFirst()
      if (!there) return false
      await together([
        ...(['drift_gateways', 'drift_things', 'drift_cells'] as const).map((table) =>
          sql.deleteFrom(table).where('golden_id', '=', goldenId).where('serial_number', '=', serialNumber),
        ),
        sql.insertInto('drift_gateways').values({
          ...{ ...own, house, place, source, as_of: asOf ?? null, compared_at: at },
          ...{ differing: counted.length, allowed: differences.length - counted.length },
        }),
        ...inParts(differences).map((some) =>
          sql.insertInto('drift_things').values(
            some.map(({ aspect, key, name, how, allowed, rows }) => ({
              ...{ ...own, aspect, thing: sha256(key), key, name, how, allowed },
              rows: JSON.stringify(rows),
            })),
          ),
        ),
        ...(cells.length === 0
          ? []
          : [
              sql
                .insertInto('drift_cells')
                .values(cells.map(([aspect, all]) => ({ ...own, aspect, things: all.length }))),
            ]),
      ])
      return true
    },

    async allow(goldenId, { aspect, key }, allowed) {
      const count = (isAllowed: boolean) =>
        sql
          .selectFrom('drift_things')
          .select((all) => all.fn.countAll<number>().as('n'))
          .where('drift_things.golden_id', '=', text.ref<string>('drift_gateways.golden_id'))
          .where('drift_things.serial_number', '=', text.ref<string>('drift_gateways.serial_number'))
          .where('drift_things.allowed', '=', isAllowed)
      await together([
        sql
          .updateTable('drift_things')
          .set({ allowed })
          .where('golden_id', '=', goldenId)
          .where('aspect', '=', aspect)
          .where('thing', '=', sha256(key)),
        sql.deleteFrom('drift_cells').where('golden_id', '=', goldenId).where('aspect', '=', aspect),
        sql
          .insertInto('drift_cells')
          .columns(['golden_id', 'serial_number', 'aspect', 'things'])
          .expression((query) =>
            query
              .selectFrom('drift_things')
              .select((e) => ['golden_id', 'serial_number', 'aspect', e.fn.countAll<number>().as('things')])
              .where('golden_id', '=', goldenId)
              .where('aspect', '=', aspect)
              .where('allowed', '=', false)
              .groupBy(['golden_id', 'serial_number', 'aspect']),
          ),
        sql
          .updateTable('drift_gateways')
          .set({ differing: count(false), allowed: count(true) })
          .where('golden_id', '=', goldenId),
      ])
    },

    async figures(goldenId, serialNumber) {
      const [{ n }, sums, own] = await Promise.all([
        sql
          .selectFrom('group_gateways')
          .innerJoin('golden_homes', 'golden_homes.group_id', 'group_gateways.group_id')
          .select((e) => e.fn.countAll<number>().as('n'))
          .where('golden_homes.id', '=', goldenId)
          .executeTakeFirstOrThrow(),
        known(goldenId)
          .where('drift_gateways.source', '!=', 'none')
          .select((e) => [
            e.fn.countAll<number>().filterWhere('drift_gateways.differing', '=', 0).as('same'),
            e.fn.countAll<number>().filterWhere('drift_gateways.differing', '>', 0).as('differing'),
            e.fn.countAll<number>().filterWhere('drift_gateways.allowed', '>', 0).as('allowed'),
            e.fn.sum<number | null>('drift_gateways.differing').as('places'),
            e.fn.countAll<number>().filterWhere('drift_gateways.source', '=', 'backup').as('kept'),
            e.fn
              .min<number | null>('drift_gateways.as_of')
              .filterWhere('drift_gateways.source', '=', 'backup')
              .as('oldest'),
          ])
          .executeTakeFirstOrThrow(),
        sql
          .selectFrom('drift_gateways')
          .select((e) => e('differing', '+', e.ref('allowed')).as('changed'))
          .where('golden_id', '=', goldenId)
          .where('serial_number', '=', serialNumber)
          .executeTakeFirst(),
      ])
      return {
        ...{ gateways: Number(n), same: Number(sums.same), differing: Number(sums.differing) },
        ...{ allowed: Number(sums.allowed), places: Number(sums.places ?? 0), kept: Number(sums.kept) },
        oldest: sums.oldest === null ? undefined : Number(sums.oldest),
        changed: Number(own?.changed ?? 0),
      }
    },

    async houses(goldenId, { page, limit, differing }) {
      const grouped = known(goldenId)
        .select((e) => [
          'drift_gateways.house',
          'drift_gateways.place',
          e.fn.countAll<number>().as('gateways'),
          e.fn.countAll<number>().filterWhere('drift_gateways.differing', '>', 0).as('differing'),
        ])
        .groupBy(['drift_gateways.house', 'drift_gateways.place'])
        .$if(differing, (query) =>
          query.having((e) => e(e.fn.max<number>('drift_gateways.differing'), '>', 0)),
        )
      const [rows, { n }] = await Promise.all([
        grouped
          // Those of which no address is known come last.
          .orderBy(text`case when drift_gateways.house = '' then 1 else 0 end`)
          .orderBy('drift_gateways.house')
          .orderBy('drift_gateways.place')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        sql
          .selectFrom(grouped.as('all'))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ])
      const cells =
        rows.length === 0
          ? []
          : await known(goldenId)
              .innerJoin('drift_cells', (join) =>
                join
                  .onRef('drift_cells.golden_id', '=', 'drift_gateways.golden_id')
                  .onRef('drift_cells.serial_number', '=', 'drift_gateways.serial_number'),
              )
              .where(
                'drift_gateways.house',
                'in',
                rows.map(({ house }) => house),
              )
              .select((e) => [
                'drift_gateways.house',
                'drift_gateways.place',
                'drift_cells.aspect',
                e.fn.countAll<number>().as('gateways'),
              ])
              .groupBy(['drift_gateways.house', 'drift_gateways.place', 'drift_cells.aspect'])
              .execute()
      return {
        data: rows.map(({ house, place, ...row }) => ({
          ...{ house, place, gateways: Number(row.gateways), differing: Number(row.differing) },
          cells: Object.fromEntries(
            cells
              .filter((one) => one.house === house && one.place === place)
              .map(({ aspect, gateways }) => [aspect, Number(gateways)]),
          ),
        })),
        count: Number(n),
      }
    },

    async gateways(goldenId, { page, limit, state, ...where }) {
      const matching = known(goldenId, where)
        .$if(state === 'unknown', (query) => query.where('drift_gateways.source', '=', 'none'))
        .$if(state === 'same' || state === 'differs', (query) =>
          query
            .where('drift_gateways.source', '!=', 'none')
            .where('drift_gateways.differing', state === 'same' ? '=' : '>', 0),
        )
      const [rows, { n }] = await Promise.all([
        matching
          .innerJoin('gateways', 'gateways.serial_number', 'drift_gateways.serial_number')
          .selectAll('drift_gateways')
          .select('gateways.name')
          .orderBy(text`case when drift_gateways.house = '' then 1 else 0 end`)
          .orderBy('drift_gateways.house')
          .orderBy('drift_gateways.place')
          .orderBy('gateways.name_order')
          .orderBy('gateways.serial_number')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      const cells =
        rows.length === 0
          ? []
          : await sql
              .selectFrom('drift_cells')
              .select(['serial_number', 'aspect', 'things'])
              .where('golden_id', '=', goldenId)
              .where(
                'serial_number',
                'in',
                rows.map((row) => row.serial_number),
              )
              .execute()
      return {
        data: rows.map((row) => ({
          ...{ serialNumber: row.serial_number, name: row.name, house: row.house, place: row.place },
          source: row.source as DriftGateway['source'],
          asOf: row.as_of === null ? undefined : Number(row.as_of),
          at: Number(row.compared_at),
          ...{ differing: Number(row.differing), allowed: Number(row.allowed) },
          cells: Object.fromEntries(
            cells
              .filter(({ serial_number }) => serial_number === row.serial_number)
              .map((one) => [one.aspect, Number(one.things)]),
          ),
        })),
        count: Number(n),
      }
    },

    async things(goldenId, aspect, { limit, ...where }) {
      const rows = await things(goldenId, aspect, where)
        .select((e) => [
          ...(['drift_things.thing', 'drift_things.how', 'drift_things.allowed'] as const),
          e.fn.min('drift_things.key').as('key'),
          e.fn.min('drift_things.name').as('name'),
          e.fn.min('drift_things.serial_number').as('first'),
          e.fn.countAll<number>().as('gateways'),
        ])
        .groupBy(['drift_things.thing', 'drift_things.how', 'drift_things.allowed'])
        .orderBy('gateways', 'desc')
        .orderBy('name')
        .limit(limit)
        .execute()
      const examples =
        rows.length === 0
          ? []
          : await sql
              .selectFrom('drift_things')
              .innerJoin('gateways', 'gateways.serial_number', 'drift_things.serial_number')
              .select(['drift_things.thing', 'drift_things.rows', 'gateways.serial_number', 'gateways.name'])
              .where('golden_id', '=', goldenId)
              .where('aspect', '=', aspect)
              .where((e) =>
                e.or(
                  rows.map(({ thing, first }) =>
                    e.and([e('thing', '=', thing), e('drift_things.serial_number', '=', first)]),
                  ),
                ),
              )
              .execute()
      return rows.map(({ thing, how, allowed, key, name, first, gateways }) => {
        const example = examples.find((one) => one.thing === thing && one.serial_number === first)
        return {
          ...{ aspect, key, name, how: how as DriftHow, allowed, gateways: Number(gateways) },
          ...(example && {
            example: {
              ...{ serialNumber: example.serial_number, name: example.name },
              rows: JSON.parse(example.rows) as DriftRow[],
            },
          }),
        }
      })
    },

    async differing(goldenId, { things: some, ...where }) {
      const byAspect = [...Map.groupBy(some, ({ aspect }) => aspect)]
      if (byAspect.length === 0) return []
      const rows = await allThings(goldenId, where)
        .select('drift_gateways.serial_number')
        .distinct()
        .where('drift_things.how', '!=', 'extra')
        .where('drift_things.allowed', '=', false)
        .where((e) =>
          e.or(
            byAspect.map(([aspect, keys]) =>
              e.and([
                e('drift_things.aspect', '=', aspect),
                e(
                  'drift_things.thing',
                  'in',
                  keys.map(({ key }) => sha256(key)),
                ),
              ]),
            ),
          ),
        )
        .orderBy('drift_gateways.serial_number')
        .execute()
      return rows.map(({ serial_number }) => serial_number)
    },
  }
}

/** Rows in one statement. */
const ROWS = 500
const inParts = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / ROWS) }, (_none, n) => all.slice(n * ROWS, (n + 1) * ROWS))
