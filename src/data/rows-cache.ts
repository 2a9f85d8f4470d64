import type { QueryClient } from '@tanstack/react-query'
import type { Row, Rows } from '#engine/ports.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { valueAt } from '#lib/value-at.ts'
import type {
  FromCommand,
  FromOperation,
  LiveRule,
  Resource,
} from '#schemas/generated/definitions/resource.ts'

type Change = (rows: Rows, row: Row, id: string) => Rows

const same = (row: Row, other: Row, id: string): boolean => row[id] !== undefined && row[id] === other[id]

const changes: Record<Exclude<LiveRule['does'], 'refetch'>, Change> = {
  patch: (page, row, id) =>
    page.rows.some((known) => same(known, row, id))
      ? { ...page, rows: page.rows.map((known) => (same(known, row, id) ? { ...known, ...row } : known)) }
      : page,
  prepend: (page, row, id) =>
    page.rows.some((known) => same(known, row, id))
      ? page
      : { rows: [row, ...page.rows], total: page.total + 1 },
  remove: (page, row, id) => {
    const rows = page.rows.filter((known) => !same(known, row, id))
    return rows.length === page.rows.length ? page : { rows, total: page.total - 1 }
  },
}

/** What an event says of a row; undefined when it says nothing of one. */
function rowIn({ as }: LiveRule, data: unknown): Row | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if (!as) return data as Row
  return Object.fromEntries(Object.entries(as).map(([field, path]) => [field, valueAt(data, path)]))
}

/** Changes cached pages of a resource as one live event says; true when they must be asked for again. */
export function applyEvent(
  client: QueryClient,
  resource: Resource & { from: FromOperation | FromCommand },
  event: string,
  data: unknown,
): boolean {
  let again = false
  for (const rule of resource.live ?? []) {
    if (rule.event !== event) continue
    const row = rowIn(rule, data)
    if (rule.does === 'refetch' || !row) {
      again = true
      continue
    }
    const change = changes[rule.does]
    const { from } = resource
    const queryKey = rowsKey('operation' in from ? from.operation : from.command)
    // Beside the pages of a list, others keep what they have made of the same answer.
    client.setQueriesData<Rows>({ queryKey }, (page) =>
      page && 'rows' in page ? change(page, row, resource.id) : page,
    )
  }
  return again
}
