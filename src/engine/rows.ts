import {
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useQueryOf,
} from '@tanstack/react-query'
import { knownRows, rowsCache } from '#lib/rows/cache.ts'

/** One cache for rows. Calls are not repeated by themselves: a list says that it failed and offers to try again. */
export function createRowsClient(): QueryClient {
  const client = new QueryClient({
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

export function useQuery<Answer, Fault = Error, Shown = Answer, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Answer, Fault, Shown, Key>,
): UseQueryResult<Shown, Fault> {
  return useQueryOf(options, useQueryClient())
}
