import { type RawBuilder, sql as text } from 'kysely'
import type { Database } from '../database.ts'
import { FEW, type KeptCounts } from '../lists/kept-counts.ts'
import type { Place, PlaceMarks, Walk } from '../lists/place-marks.ts'
import { walkBy } from '../lists/walk-through.ts'
import type { IndexedOrder } from './sources.ts'

type Condition = RawBuilder<unknown>

export interface PageAsked {
  /** What they are narrowed by, and how that is called where counts are kept. */
  narrowed: readonly Condition[]
  /** The same of whatever has their serial numbers, where nothing else of gateways is asked. */
  byNumber?: ((number: Condition) => readonly Condition[]) | undefined
  key: string
  turned: boolean
  skipped: number
  limit: number
}

/** What is remembered while pages are turned. */
export interface Remembered {
  counts: KeptCounts<number>
  marks: PlaceMarks
}

export const where = (all: readonly Condition[]): Condition =>
  all.length > 0 ? text` where ${text.join(all, text` and `)}` : text``

export async function countIn(
  { sql }: Pick<Database, 'sql'>,
  from: RawBuilder<unknown>,
  narrowed: readonly Condition[],
): Promise<number> {
  const { rows } = await text<{ n: number }>`select count(*) as n from ${from}${where(narrowed)}`.execute(sql)
  return Number(rows[0]?.n ?? 0)
}

/** Serial numbers of one page, found in indexes alone: those of which the order is known, then the others by number. */
export async function pageOfGateways(
  database: Pick<Database, 'sql'>,
  order: IndexedOrder,
  { narrowed, byNumber, key, turned, skipped, limit }: PageAsked,
  { counts, marks }: Remembered,
): Promise<{ numbers: readonly string[]; count: number }> {
  const counted = (what: string, from: RawBuilder<unknown>, all: readonly Condition[]) =>
    counts.of(
      `${key} ${what}`,
      () => countIn(database, from, all),
      (n) => n > FEW,
    )
  const numbersOf = async (query: RawBuilder<{ serial_number: string }>) =>
    (await query.execute(database.sql)).rows.map(({ serial_number }) => serial_number)

  const { by, number, known } = order
  // What is known of gateways has their numbers: they themselves are looked at where something narrows them.
  const alone = byNumber && order.alone
  const { from, those } = alone ?? order
  const all = [...(those ? [those] : []), ...(alone ? byNumber(number) : narrowed)]
  const [count, ordered] = await Promise.all([
    counted('', text`gateways`, narrowed),
    known && counted(order.name, from, all),
  ])
  const first = ordered ?? count
  const size = Math.max(0, Math.min(limit, first - skipped))
  const throughOrder = (walk: Walk): Promise<readonly Place[]> => {
    const back = turned !== walk.backwards
    const way = back ? text`desc` : text`asc`
    return walkBy(walk, { by, tie: number, back, backTies: back }, async ({ holds, tied, most, past }) => {
      const inTurn = tied ? text`` : text`${by} ${way}, `
      const asked = text<Place>`select ${by} as ${text.id('by')}, ${number} as tie
        from ${from}${where(holds ? [...all, holds] : all)}
        order by ${inTurn}${number} ${way} limit ${most} offset ${past}`
      return (await asked.execute(database.sql)).rows
    })
  }
  const list = JSON.stringify([key, order.name, turned])
  const begun = size === 0 ? [] : await marks.page(list, { skipped, size, count: first }, throughOrder)
  const wanted = Math.min(limit, count - skipped) - size
  const others =
    !known || wanted <= 0
      ? []
      : await numbersOf(text`select gateways.serial_number from gateways${where([...narrowed, known.others])}
          order by gateways.serial_number limit ${wanted} offset ${Math.max(0, skipped - first)}`)
  return { numbers: [...begun.map(({ tie }) => tie), ...others], count }
}
