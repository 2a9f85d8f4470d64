import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { valueAt } from '#lib/value-at.ts'
import type { FromOperation, Resource } from '#schemas/generated/definitions/resource.ts'
import { numberLimit, useEngine, usePorts, useSource } from '../../../engine.ts'
import { failureText } from '../../../failure-text.ts'
import type { Bound, Row } from '../../../ports.ts'
import { useQuery, useQueryClient } from '../../../rows.ts'
import type { ListData } from './list-data.ts'
import { type ListAddress, queryOf } from './use-list-address.ts'
import { worded } from './worded.ts'

interface RowCounts {
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
function useRowCounts(from: FromOperation, address: ListAddress, asOf: string | undefined): RowCounts {
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
    // Until it is answered nobody knows whether there are any.
    news: newer.isError ? undefined : numberAt(newer.data, 'total'),
  }
}

const NONE: readonly Row[] = []

type Called = Resource & { from: FromOperation }

/** One page of rows from the server; live events change it in place or ask for it again. */
export function useOperationRows(
  resource: Called,
  address: ListAddress,
  { bound, words }: { bound?: Bound; words?: Readonly<Record<string, string>> | undefined } = {},
): ListData & { refetch(): void } {
  const { source } = usePorts()
  const client = useQueryClient()
  const text = useText()
  const { query: named = {}, fixed } = resource.from
  // A call that knows no pages answers with everything, and is asked once for all of them.
  const paged = named.page !== undefined || named.skip !== undefined
  const asked = queryOf(paged ? address : { ...address, page: 1 })
  const all = rowsKey(resource.from.operation)
  // Rows that stand still are those of the first answer, on every page and with every filter, until newer ones are asked for.
  const stands = named.until !== undefined
  const [look, setLook] = useState(() => ({ at: Date.now(), asOf: undefined as string | undefined }))
  const query = useQuery({
    queryKey: rowsKey(resource.from.operation, {
      ...{ ...fixed, ...asked, ...bound },
      ...(stands && { look: look.at }),
    }),
    queryFn: async ({ signal }) => {
      const pageOf = (page: number) =>
        source.list(resource, { ...asked, page, ...(look.asOf && { until: look.asOf }) }, signal, bound)
      const first = await pageOf(asked.page)
      // There were more once: an old address leads to what is the last page now.
      const beyond = paged && first.rows.length === 0 && first.total > 0
      const found = beyond ? await pageOf(Math.ceil(first.total / asked.limit)) : first
      const { asOf } = found
      if (stands && asOf !== undefined)
        setLook((now) => (now.at === look.at && now.asOf === undefined ? { ...now, asOf } : now))
      return found
    },
    placeholderData: keepPreviousData,
  })
  const counts = useRowCounts(resource.from, address, look.asOf)
  const showNews = (): void => {
    setLook({ at: Date.now(), asOf: undefined })
    if (address.page > 1) address.change({ page: 1 })
  }
  const again = useEffectEvent(() => void client.invalidateQueries({ queryKey: all }))
  useEffect(() => source.watch(resource, again), [source, resource])

  const gather = async (most: number, signal: AbortSignal): Promise<readonly Row[]> => {
    const gathered = new Map<unknown, Row>()
    const until = look.asOf === undefined ? {} : { until: look.asOf }
    for (let page = 1; ; page++) {
      const part = await source.list(resource, { ...asked, page, limit: most, ...until }, signal, bound)
      // Rows may move from page to page while they are asked for.
      for (const row of part.rows) gathered.set(valueAt(row, resource.id) ?? row, row)
      if (!paged || part.rows.length === 0 || page * most >= part.total)
        return worded([...gathered.values()], words, text)
    }
  }

  const { rows: answered = NONE, total: counted = 0 } = query.data ?? {}
  const known = worded(answered, words, text)
  const total = paged ? counted : known.length
  const current = Math.min(address.page, Math.max(1, Math.ceil(total / address.size)))
  const rows = paged ? known : known.slice((current - 1) * address.size, current * address.size)
  const state = query.data ? 'ready' : query.isError ? 'failed' : 'loading'
  return {
    rows,
    total,
    ...(!paged && { all: known }),
    state,
    error: query.error,
    retry: () => void query.refetch(),
    refetch: () => void client.invalidateQueries({ queryKey: all }),
    ...(query.isError && query.data ? { stale: failureText(query.error, text) } : {}),
    gather,
    occurring: () => [],
    countOf: counts.of,
    ...(stands && { news: { count: counts.news, show: showNews } }),
  }
}
