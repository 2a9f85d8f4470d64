import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The cache of rows once a part that needs it has brought it along (src/engine/rows.ts). */
export const rowsCache: { client: QueryClient | undefined } = { client: undefined }

const known: (readonly [QueryKey, unknown])[] = []

/** What is known before anybody asks: whoever does draws it at once. */
export function takeRows(key: QueryKey, data: unknown): void {
  if (rowsCache.client) rowsCache.client.setQueryData(key, data)
  else known.push([key, data])
}

/** Nothing of one account is known to the next. */
export function forgetRows(): void {
  known.length = 0
  rowsCache.client?.clear()
}

/** What was known before the cache was there; it is handed over once. */
export const knownRows = (): readonly (readonly [QueryKey, unknown])[] => known.splice(0)
