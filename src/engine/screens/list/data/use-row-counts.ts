import { rowsKey } from '#lib/rows-key.ts'
import { valueAt } from '#lib/value-at.ts'
import type { FromOperation } from '#schemas/generated/definitions/resource.ts'
import { numberLimit, useEngine, useSource } from '../../../engine.ts'
import { useQuery } from '../../../rows.ts'
import type { ListAddress } from './use-list-address.ts'

export interface RowCounts {
  /** Rows with a choice of a filter, while search and the other filters stay. */
  of(field: string, value: string): number | undefined
  /** Rows that came after the moment that the list is of; undefined while nobody can tell. */
  news: number | undefined
}

const numberAt = (answer: unknown, path: string): number | undefined => {
  const value = valueAt(answer, path)
  return typeof value === 'number' ? value : undefined
}

/** Figures beside the rows: asked for anew with the search and the filters, and what is new every now and then. */
export function useRowCounts(from: FromOperation, address: ListAddress, asOf: string | undefined): RowCounts {
  const { counts, query: { search, until } = {}, fixed } = from
  const source = useSource()
  const { definitions } = useEngine()
  const narrowed = {
    ...fixed,
    ...address.filters,
    ...(search && address.search ? { [search]: address.search } : {}),
  }
  // Without an answer there are none; the list says what is the matter.
  const ask = (more: object) => async (signal: AbortSignal) => {
    const row = { ...narrowed, ...more }
    const params = Object.fromEntries(Object.keys(row).map((name) => [name, `row.${name}`]))
    return (await source?.one({ operation: counts?.operation, params }, { row }, signal)) ?? null
  }
  const ready = counts !== undefined && asOf !== undefined
  const until_ = until === undefined ? {} : { [until]: asOf }
  const all = useQuery({
    queryKey: rowsKey(counts?.operation ?? '', { ...narrowed, ...until_ }),
    queryFn: ({ signal }) => ask(until_)(signal),
    enabled: ready,
  })
  const after = counts === undefined ? {} : { [counts.after]: asOf }
  const newer = useQuery({
    queryKey: rowsKey(counts?.operation ?? '', { ...narrowed, ...after }),
    queryFn: ({ signal }) => ask(after)(signal),
    enabled: ready,
    refetchInterval: counts === undefined ? false : numberLimit(definitions, counts.every),
    refetchOnWindowFocus: true,
  })
  return {
    of: (field, value) => numberAt(all.data, `by.${field}.${value}`),
    news: newer.isError ? undefined : (numberAt(newer.data, 'total') ?? 0),
  }
}
