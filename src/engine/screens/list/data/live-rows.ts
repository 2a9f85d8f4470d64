import { valueAt } from '#lib/value-at.ts'
import type { ListQuery, Row } from '../../../ports.ts'
import { findIn, text } from './found.ts'

const nothing = (value: unknown): boolean => value === undefined || value === null

function compare(a: unknown, b: unknown, collator: Intl.Collator): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(text(a), text(b))
}

/** Search, filters and sort of rows that are all here. */
export function arrange(
  rows: readonly Row[],
  query: Omit<ListQuery, 'page' | 'limit'>,
  searchIn: readonly string[],
  collator: Intl.Collator,
  /** By id, where the row itself does not hold what it is ordered by. */
  keys?: ReadonlyMap<unknown, unknown>,
): readonly Row[] {
  const found = findIn(rows, query, searchIn)
  const { order } = query
  if (!order) return found
  const turned = order.startsWith('-')
  const field = turned ? order.slice(1) : order
  const keyed = found.map((row) => ({ row, key: keys ? keys.get(row.id) : valueAt(row, field) }))
  // Equal rows keep their order by name, whichever way the column is turned; what is not known stands last.
  keyed.sort(({ key: one }, { key: other }) => {
    if (keys && (nothing(one) || nothing(other))) return Number(nothing(one)) - Number(nothing(other))
    return (turned ? -1 : 1) * compare(one, other, collator)
  })
  return keyed.map(({ row }) => row)
}

/** Those of one group together, in the order of their names; those of none, what is new among them, first. */
export const grouped = (
  rows: readonly Row[],
  field: string | undefined,
  collator: Intl.Collator,
): readonly Row[] =>
  field === undefined
    ? rows
    : rows.toSorted((a, b) => {
        const [one, other] = [text(valueAt(a, field)), text(valueAt(b, field))]
        return Number(other === '') - Number(one === '') || collator.compare(one, other)
      })

export function occurringIn(rows: readonly Row[], field: string, collator: Intl.Collator): readonly string[] {
  const values = new Set(rows.map((row) => text(row[field])).filter((value) => value !== ''))
  return [...values].sort(collator.compare)
}
