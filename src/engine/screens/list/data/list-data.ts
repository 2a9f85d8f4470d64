import type { Row } from '../../../ports.ts'

/** What is known of a list; every state that it can be in has a name. */
export interface ListData {
  rows: readonly Row[]
  /** Rows of every page, where all of them are here. */
  all?: readonly Row[]
  /** Those of them that search and filters leave. */
  found?: readonly Row[]
  /** Asks for every row that search and filters leave, where they come page by page: `most` at a time. */
  gather?(most: number, signal: AbortSignal): Promise<readonly Row[]>
  /** Rows in all, those of other pages included. */
  total: number
  state: 'loading' | 'ready' | 'failed'
  error?: unknown
  retry(): void
  /** Why what is shown may be old, as a sentence. */
  stale?: string
  /** How many rows there are with a choice of a filter, where somebody counts them. */
  countOf?(field: string, value: string): number | undefined
  /** Rows that came after those which stand here; undefined where the rows don't stand still. */
  news?: { count: number | undefined; show(): void }
  /** Values that occur in a column, for filters without fixed ones. */
  occurring(field: string): readonly string[]
}
