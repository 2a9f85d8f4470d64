import { type RawBuilder, sql as text } from 'kysely'
import type { AnalyticsEngine } from '#schemas/generated/definitions/rules-analytics.ts'
import type { AnalyticsRow } from '#schemas/generated/entities/analytics-row.ts'
import type { Database } from '../database.ts'
import { among, type WholeGroups } from '../gateways/whole-group.ts'
import { FEW, KeptCounts } from '../lists/kept-counts.ts'
import { PlaceMarks } from '../lists/place-marks.ts'
import { countIn, pageOfGateways, where } from './page-of-gateways.ts'
import { SOURCES } from './sources.ts'

export interface AnalyticsAsked {
  /** From 1. */
  page: number
  limit: number
  /** A column; a leading minus turns it round. */
  orderBy: string
  /** By parameter. */
  parameters: Readonly<Record<string, string>>
}

type Row = Readonly<Record<string, string | number | null>>

/** Questions about all gateways, as `catalogue/rules/analytics.json` words them. */
export interface Analytics {
  query(engine: AnalyticsEngine, asked: AnalyticsAsked): Promise<{ data: AnalyticsRow[]; count: number }>
}

type Gathering = NonNullable<AnalyticsEngine['columns'][number]['as']>

const GATHERED: Readonly<Record<Gathering, (field: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  count: () => text`count(*)`,
  sum: (field) => text`sum(${field})`,
  max: (field) => text`max(${field})`,
  share: () => text`round(count(*) * 100.0 / sum(count(*)) over (), 1)`,
  percent: (field) => text`round(sum(${field}) * 100.0 / count(*), 1)`,
}

const NUMBER = text`gateways.serial_number`
/** Of so many questions the answer stays while its pages are turned. */
const QUESTIONS = 12

export const analyticsOn = ({ sql }: Database, whole: WholeGroups): Analytics => {
  const answers = new KeptCounts<readonly Row[]>(QUESTIONS)
  const counts = new KeptCounts<number>(QUESTIONS)
  const marks = new PlaceMarks()
  return { query }

  /** A group that all gateways are in narrows nothing; of one of most, those few are looked through who are not in it. */
  async function narrowing({ group, ...others }: AnalyticsAsked['parameters']) {
    if (group === undefined) return { parameters: others }
    const { all, missing } = await whole.of({ sql }, group)
    return all ? { parameters: others } : { parameters: { ...others, group }, missing }
  }

  function inGroup(number: RawBuilder<unknown>, group: string, missing: string | undefined) {
    return missing === undefined
      ? text`exists (select 1 from group_gateways
          where group_id = ${group} and group_gateways.serial_number = ${number})`
      : text`(${number} in ${among(sql, missing)}) is not true`
  }

  async function query(
    { of, columns }: AnalyticsEngine,
    { page, limit, orderBy, parameters: given }: AnalyticsAsked,
  ): ReturnType<Analytics['query']> {
    const { from, fields, orders } = SOURCES[of]
    const { parameters, missing } = await narrowing(given)
    const fieldOf = (name: string): RawBuilder<unknown> => {
      const field = fields[name]
      if (!field) throw new Error(`${of} has no ${name}`)
      return field
    }
    const named = columns.map(({ field, as, named: name = field }) => ({ name, field: fieldOf(field), as }))
    const shown = named.map(
      ({ name, field, as }) => text`${as ? GATHERED[as](field) : field} as ${text.id(name)}`,
    )
    const by = named.filter(({ as }) => as === undefined)
    const narrowed = Object.entries(parameters).map(([name, value]) =>
      name === 'group' ? inGroup(NUMBER, value, missing) : text`${fieldOf(name)} = ${value}`,
    )
    const turned = orderBy.startsWith('-')
    const first = turned ? orderBy.slice(1) : orderBy
    const skipped = (page - 1) * limit
    const key = JSON.stringify([of, columns, Object.entries(parameters).toSorted()])
    const rows = text`select ${text.join(shown, text`, `)} from ${from}`

    /** What is gathered is gathered once, for all of its pages in each order. */
    async function gathered(): Promise<{ found: readonly Row[]; count: number }> {
      const fieldsBy = text.join(
        by.map(({ field }) => field),
        text`, `,
      )
      const all = await answers.of(
        key,
        async () => (await text<Row>`${rows}${where(narrowed)} group by ${fieldsBy}`.execute(sql)).rows,
        () => true,
      )
      const compare = inOrder(
        first,
        turned,
        by.map(({ name }) => name),
      )
      return { found: all.toSorted(compare).slice(skipped, skipped + limit), count: all.length }
    }

    async function listed(): Promise<{ found: readonly Row[]; count: number }> {
      const order = orders?.[first]
      if (order) {
        const { group, ...others } = parameters
        const byNumber = (number: RawBuilder<unknown>) =>
          group === undefined ? [] : [inGroup(number, group, missing)]
        const alone = Object.keys(others).length === 0
        const asked = { narrowed, byNumber: alone ? byNumber : undefined, key, turned, skipped, limit }
        const { numbers, count } = await pageOfGateways({ sql }, order, asked, { counts, marks })
        if (numbers.length === 0) return { found: [], count }
        const read = await text<Row>`${rows} where gateways.serial_number in (${text.join(numbers)})`.execute(
          sql,
        )
        const at = new Map(numbers.map((number, place) => [number, place]))
        const placeOf = (row: Row): number => at.get(String(row.serialNumber)) ?? 0
        return { found: read.rows.toSorted((one, other) => placeOf(one) - placeOf(other)), count }
      }
      const count = await counts.of(
        key,
        () => countIn({ sql }, from, narrowed),
        (n) => n > FEW,
      )
      // What is not known comes last, whichever way round; ties are broken by what tells rows apart.
      const inTurn = text.join(
        [
          text`case when ${text.id(first)} is null then 1 else 0 end`,
          turned ? text`${text.id(first)} desc` : text.id(first),
          ...by.map(({ name }) => text.id(name)),
        ],
        text`, `,
      )
      const asked = text<Row>`select * from (${rows}${where(narrowed)}) as answer order by ${inTurn} limit ${limit} offset ${skipped}`
      return { found: (await asked.execute(sql)).rows, count }
    }

    const { found, count } = by.length < named.length ? await gathered() : await listed()
    const gauges = new Set(named.filter(({ as }) => as !== undefined).map(({ name }) => name))
    return {
      data: found.map((row) => ({
        id: by.map(({ name }) => row[name] ?? '').join('/'),
        ...Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            gauges.has(name) && value !== null ? Number(value) : value,
          ]),
        ),
      })),
      count,
    }
  }
}

type Value = Row[string] | undefined

/** What is not known comes last, whichever way round; ties are broken by what tells rows apart. */
function inOrder(first: string, turned: boolean, ties: readonly string[]) {
  const compare = (a: Value, b: Value, back = false): number => {
    const [one, other] = [a ?? null, b ?? null]
    if (one === other) return 0
    if (one === null || other === null) return one === null ? 1 : -1
    return (one < other ? -1 : 1) * (back ? -1 : 1)
  }
  return (one: Row, other: Row): number =>
    ties.reduce(
      (so, name) => so || compare(one[name], other[name]),
      compare(one[first], other[first], turned),
    )
}
