import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
  type SetDataOptions,
  type Updater,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useQueryOf,
} from '@tanstack/react-query'
import { onLanguage } from '#i18n/i18n.ts'
import { knownRows, rowsCache } from '#lib/rows/cache.ts'

/**
 * Whatever happens between the moment at which something is asked for and its answer is asked for again: by itself, the
 * cache takes the first answer of all for what is true now, and lets an answer undo what an event said meanwhile. The
 * first is waited for and then asked for anew. One in place of another that stood already is given up for a newer one,
 * but not twice in a row: where something happens without end, some answers have to come.
 */
class RowsClient extends QueryClient {
  readonly #once = new WeakSet<Query>()
  readonly #later = new WeakMap<Query, Promise<void>>()

  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const underway = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' } as typeof filters)
    const awaited = new Set(
      underway.filter((query) => query.state.data === undefined || this.#once.has(query)),
    )
    const { predicate } = filters
    const others = (query: Query): boolean => !awaited.has(query) && (predicate?.(query) ?? true)
    const asked = super.invalidateQueries({ ...filters, predicate: others } as typeof filters, options)
    for (const query of underway) if (!awaited.has(query)) this.#givenUpOnce(query)
    await Promise.all([asked, ...[...awaited].map((query) => this.#afterwards(query, options))])
  }

  override setQueryData<Known, Data>(
    queryKey: QueryKey,
    updater: Updater<Known | undefined, Data | undefined>,
    options?: SetDataOptions,
  ): Data | undefined {
    const set = super.setQueryData<Known, QueryKey, Data>(queryKey, updater as never, options)
    if (this.isFetching({ queryKey, exact: true }) > 0) void this.invalidateQueries({ queryKey, exact: true })
    return set
  }

  #givenUpOnce(query: Query): void {
    this.#once.add(query)
    void over(query).then(() => this.#once.delete(query))
  }

  #afterwards(query: Query, options: InvalidateOptions): Promise<void> {
    const known = this.#later.get(query)
    if (known) return known
    const later = over(query).then(() => {
      this.#later.delete(query)
      return super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options)
    })
    this.#later.set(query, later)
    return later
  }
}

/** Whichever way the answer goes that a query waits for. */
const over = (query: Query): Promise<void> =>
  Promise.resolve(query.promise).then(
    () => undefined,
    () => undefined,
  )

/** One cache for rows. Calls are not repeated by themselves: a list says that it failed and offers to try again. */
export function createRowsClient(): QueryClient {
  const client = new RowsClient({
    defaultOptions: { queries: { retry: false, staleTime: 0, refetchOnWindowFocus: false } },
  })
  for (const [key, data] of knownRows()) client.setQueryData(key, data)
  return client
}

/**
 * The one cache, from wherever it is asked for: no page and no dialog has to be put into anything first. It comes with
 * the first part that asks; the first tiles do without its code.
 */
export function useQueryClient(): QueryClient {
  rowsCache.client ??= createRowsClient()
  return rowsCache.client
}

// Names that the server says in the caller's language are asked for anew in another one.
onLanguage(() => void rowsCache.client?.invalidateQueries())

/**
 * Who shows an answer is woken by what he has read of it. A part that comes late, as a dialog whose code is still on its
 * way, reads too late: that an answer failed before would be told to nobody.
 */
function readAtOnce<Found extends object>(found: Found): Found {
  for (const name of ['data', 'error']) Reflect.get(found, name)
  return found
}

export function useQuery<Answer, Fault = Error, Shown = Answer, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Answer, Fault, Shown, Key>,
): UseQueryResult<Shown, Fault> {
  return readAtOnce(useQueryOf(options, useQueryClient()))
}
