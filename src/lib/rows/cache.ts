import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The cache of rows once a part that needs it has brought it along (src/engine/rows.ts). */
export const rowsCache: { client: QueryClient | undefined } = { client: undefined }

const known: (readonly [QueryKey, unknown])[] = []

/** What is known before anybody asks: whoever does draws it at once. */
export function takeRows(key: QueryKey, data: unknown): void {
  const { client } = rowsCache
  if (!client) known.push([key, data])
  // Whoever has asked already has an answer on its way: two would be taken for a change, and asked for again.
  else if (client.isFetching({ queryKey: key, exact: true }) === 0) client.setQueryData(key, data)
}

/** Nothing of one account is known to the next. */
export function forgetRows(): void {
  known.length = 0
  rowsCache.client?.clear()
}

/** What was known before the cache was there; it is handed over once. */
export const knownRows = (): readonly (readonly [QueryKey, unknown])[] => known.splice(0)
