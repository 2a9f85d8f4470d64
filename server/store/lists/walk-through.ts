import { type RawBuilder, sql as raw, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Place, Walk } from './place-marks.ts'

interface Order {
  by: RawBuilder<string | number>
  tie: RawBuilder<string>
  /** From the greatest to the least. */
  back: boolean
  backTies: boolean
}

/** Rows for which something holds, in order: how many, and past how many. */
interface Part {
  holds?: RawBuilder<SqlBool>
  /** They are all in the same place of their order, and only ties are left to be put in order: SQLite would sort them. */
  tied?: boolean
  most: number
  past: number
}

/** Rows of a walk in its order, as one index has them. */
export async function walkBy<Row>(
  { at, skip, size }: Walk,
  { by, tie, back, backTies }: Order,
  read: (part: Part) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (!at) return read({ most: size, past: skip })
  // First those that are as it is, and tied: one condition for both would not be looked up in the index.
  const most = skip + size
  const [fromTie, beyond] = [backTies ? raw`<=` : raw`>=`, back ? raw`<` : raw`>`]
  const holds = raw<SqlBool>`${by} = ${at.by} and ${tie} ${fromTie} ${at.tie}`
  const tied = await read({ holds, tied: true, most, past: 0 })
  const left = most - tied.length
  const after = left > 0 ? await read({ holds: raw`${by} ${beyond} ${at.by}`, most: left, past: 0 }) : []
  return [...tied, ...after].slice(skip)
}

/** The same of a query, with where its rows stand. */
export const walkThrough = <Database, Table extends keyof Database, Row>(
  rows: SelectQueryBuilder<Database, Table, Row>,
  walk: Walk,
  order: Order,
): Promise<readonly (Row & Place)[]> =>
  walkBy(walk, order, async ({ holds, tied, most, past }) => {
    const { by, tie, back, backTies } = order
    const found = await (holds ? rows.where(holds) : rows)
      .select([by.as('by'), tie.as('tie')])
      .$if(!tied, (query) => query.orderBy(by, back ? 'desc' : 'asc'))
      .orderBy(tie, backTies ? 'desc' : 'asc')
      .limit(most)
      .offset(past)
      .execute()
    // What was selected besides is what the rows have.
    return found as readonly unknown[] as readonly (Row & Place)[]
  })
