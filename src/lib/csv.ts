import { download } from './download.ts'

/** Spreadsheets take a text without it for one of the machine's own language. */
const BOM = '\ufeff'

/** The first row is the head. */
export type CsvRows = readonly (readonly unknown[])[]

/**
 * Rows as lines of a file that spreadsheets open; what begins like a formula is only a text. What writes them comes with the
 * first file that somebody wants.
 */
export async function csvText(rows: CsvRows): Promise<string> {
  const { default: papa } = await import('papaparse')
  return BOM + papa.unparse(rows as unknown[][], { escapeFormulae: true, newline: '\r\n' })
}

/** Hands them to the browser as a file; `name` without its ending. Nothing where `signal` has ended meanwhile. */
export async function downloadCsv(name: string, rows: CsvRows, signal?: AbortSignal): Promise<void> {
  const text = await csvText(rows)
  if (!signal?.aborted) download(`${name}.csv`, text, 'text/csv;charset=utf-8')
}
