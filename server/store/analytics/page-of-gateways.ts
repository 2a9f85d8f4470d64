import { type RawBuilder, sql as text } from 'kysely'
import type { Database } from '../database.ts'
import type { KeptCounts } from '../gateways/kept-counts.ts'
import type { IndexedOrder } from './sources.ts'

type Condition = RawBuilder<unknown>

export interface PageAsked {
  /** What they are narrowed by, and how that is called where counts are kept. */
  narrowed: readonly Condition[]
  key: string
  turned: boolean
  skipped: number
  limit: number
}

/** More than these are counted once for several pages. */
export const FEW = 500

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
  { narrowed, key, turned, skipped, limit }: PageAsked,
  counts: KeptCounts<number>,
): Promise<{ numbers: readonly string[]; count: number }> {
  const counted = (what: string, from: RawBuilder<unknown>, all: readonly Condition[]) =>
    counts.of(
      `${key} ${what}`,
      () => countIn(database, from, all),
      (n) => n > FEW,
    )
  const numbersOf = async (query: RawBuilder<{ serial_number: string }>) =>
    (await query.execute(database.sql)).rows.map(({ serial_number }) => serial_number)

  const { by, number, from, known } = order
  const those = known ? [known.those, ...narrowed] : narrowed
  const [count, ordered] = await Promise.all([
    counted('', text`gateways`, narrowed),
    known && counted(order.name, from, those),
  ])
  const first = ordered ?? count
  const size = Math.max(0, Math.min(limit, first - skipped))
  // The later half is reached from the end.
  const fromEnd = skipped > first / 2
  const way = turned === fromEnd ? text`asc` : text`desc`
  const begun =
    size === 0
      ? []
      : await numbersOf(text`select gateways.serial_number from ${from}${where(those)}
          order by ${by} ${way}, ${number} ${way}
          limit ${size} offset ${fromEnd ? first - skipped - size : skipped}`)
  const wanted = Math.min(limit, count - skipped) - size
  const others =
    !known || wanted <= 0
      ? []
      : await numbersOf(text`select gateways.serial_number from gateways${where([...narrowed, known.others])}
          order by gateways.serial_number limit ${wanted} offset ${Math.max(0, skipped - first)}`)
  return { numbers: [...(fromEnd ? begun.toReversed() : begun), ...others], count }
}
