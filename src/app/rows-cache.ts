import type { QueryClient } from '@tanstack/react-query'

/** The cache of rows once a screen that needs it has brought it along (rows.tsx). */
export const rowsCache: { client: QueryClient | undefined } = { client: undefined }
