import type { DeviceHead, ListQuery, Row } from '../../doors.ts'

const known = new WeakMap<DeviceHead, Row>()

/** A device as a row; the same row as long as its head is the same. */
export function rowOf(head: DeviceHead): Row {
  const row = known.get(head) ?? {
    id: head.id,
    name: head.name,
    room: head.room?.name ?? '',
    roomId: head.room?.id ?? null,
    floorId: head.room?.floorId ?? null,
    model: head.model,
    type: head.type,
    status: head.status,
    signal: head.lqi ?? -1,
    head,
  }
  known.set(head, row)
  return row
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

function compare(a: unknown, b: unknown, collator: Intl.Collator): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(text(a), text(b))
}

/** Rows that a search and filters leave: every word must occur somewhere in the fields searched. */
export function findIn(
  rows: readonly Row[],
  query: Pick<ListQuery, 'search' | 'filters'>,
  searchIn: readonly string[],
): readonly Row[] {
  const words = (query.search ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const filters = Object.entries(query.filters ?? {})
  if (words.length + filters.length === 0) return rows
  return rows.filter((row) => {
    if (!filters.every(([field, value]) => text(row[field]) === value)) return false
    const all = searchIn.map((field) => text(row[field]).toLocaleLowerCase())
    return words.every((word) => all.some((value) => value.includes(word)))
  })
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
  return found.toSorted((a, b) => (turned ? -1 : 1) * compare(a[field], b[field], collator))
}

export function occurringIn(rows: readonly Row[], field: string, collator: Intl.Collator): readonly string[] {
  const values = new Set(rows.map((row) => text(row[field])).filter((value) => value !== ''))
  return [...values].sort(collator.compare)
}
