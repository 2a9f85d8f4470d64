import { valueAt } from '#lib/value-at.ts'
import type { ListQuery, Row } from '../../doors.ts'
import { findIn, text } from './found.ts'

function compare(a: unknown, b: unknown, collator: Intl.Collator): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(text(a), text(b))
}

/** Search, filters and sort of rows that are all here. */
export function arrange(
  rows: readonly Row[],
  query: Omit<ListQuery, 'page' | 'limit'>,
  searchIn: readonly string[],
  collator: Intl.Collator,
): readonly Row[] {
  const found = findIn(rows, query, searchIn)
  const { order } = query
  if (!order) return found
  const turned = order.startsWith('-')
  const field = turned ? order.slice(1) : order
  // Equal rows keep their order by name, whichever way the column is turned.
  return found.toSorted((a, b) => (turned ? -1 : 1) * compare(valueAt(a, field), valueAt(b, field), collator))
}

export function occurringIn(rows: readonly Row[], field: string, collator: Intl.Collator): readonly string[] {
  const values = new Set(rows.map((row) => text(row[field])).filter((value) => value !== ''))
  return [...values].sort(collator.compare)
}
