import Papa from 'papaparse'

export interface CsvLine {
  /** As a person counts the lines of the file. */
  line: number
  /** Without the space around them. */
  cells: readonly string[]
}

/** The text of a file: UTF-8, or else Windows-1252, in which spreadsheets write without being asked. */
export async function csvText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The lines in which something stands, separated by one of `delimiters`; undefined of what is no such file. */
export function csvLines(
  text: string,
  delimiters: readonly string[] = [',', ';', '\t'],
): readonly CsvLine[] | undefined {
  if (text.includes('\0')) return undefined
  const bare = text.replace(/^\uFEFF/, '')
  // Empty lines would be counted against a delimiter that makes few columns.
  const { meta } = Papa.parse(bare, {
    delimitersToGuess: [...delimiters],
    skipEmptyLines: 'greedy',
    preview: 10,
  })
  const { data, errors } = Papa.parse<string[]>(bare, { delimiter: meta.delimiter })
  // A quote that never ends swallows the rest of the file.
  if (errors.some(({ type }) => type === 'Quotes')) return undefined
  return data
    .map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}
