import type { QueryClient } from '@tanstack/react-query'

/** The cache of rows once a part that needs it has brought it along (src/engine/rows.ts). */
export const rowsCache: { client: QueryClient | undefined } = { client: undefined }
