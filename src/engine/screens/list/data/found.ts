import { plainLetters } from '#gateway/lib/names/letters.ts'
import type { Filter } from '#schemas/generated/definitions/screen.ts'
import type { DeviceRow } from '#schemas/generated/entities/device-row.ts'
import type { DeviceHead, ListQuery, Row } from '../../../ports.ts'

/** Filters in the query of an address. */
export const PREFIX = 'f.'

/** The filters that an address names, of those that a screen has. */
export const filtersIn = (
  params: URLSearchParams,
  filters: readonly Filter[] = [],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filters.flatMap(({ field }) => {
      const value = params.get(PREFIX + field)
      return value ? [[field, value]] : []
    }),
  )

/** What another search and other filters change in the address; an empty one goes. */
export const searched = ({
  search,
  filters = {},
}: {
  search?: string
  filters?: Readonly<Record<string, string>>
}): Readonly<Record<string, string | undefined>> => ({
  ...(search !== undefined && { q: search || undefined }),
  ...Object.fromEntries(
    Object.entries(filters).map(([field, value]) => [PREFIX + field, value || undefined]),
  ),
})

const known = new WeakMap<DeviceHead, Row>()

/** A device as a row; the same row as long as its head is the same. */
export function rowOf(head: DeviceHead): Row {
  const row =
    known.get(head) ??
    ({
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
    } satisfies Omit<DeviceRow, 'head'> & { head: DeviceHead })
  known.set(head, row)
  return row
}

export const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** Rows that a search and filters leave: every word must occur somewhere in the fields searched. */
export function findIn(
  rows: readonly Row[],
  query: Pick<ListQuery, 'search' | 'filters'>,
  searchIn: readonly string[],
): readonly Row[] {
  const words = plainLetters(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const filters = Object.entries(query.filters ?? {})
  if (words.length + filters.length === 0) return rows
  return rows.filter((row) => {
    if (!filters.every(([field, value]) => text(row[field]) === value)) return false
    const all = searchIn.map((field) => plainLetters(text(row[field])))
    return words.every((word) => all.some((value) => value.includes(word)))
  })
}
