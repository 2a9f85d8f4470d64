import Papa from 'papaparse'

export interface CsvLine {
  /** As a person counts the lines of the file. */
  line: number
  /** Without the space around them. */
  cells: readonly string[]
  /** A quote in it never ends, or stands where none may: its text is its one cell. */
  quote?: true
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
  const broken = errors.find(({ type }) => type === 'Quotes')?.row ?? data.length
  // A cell in quotes may hold several lines of the file.
  let line = 1
  const lines: CsvLine[] = data.slice(0, broken).map((cells) => {
    const read = { line, cells: cells.map((cell) => cell.trim()) }
    line += cells.join('').split('\n').length
    return read
  })
  // A quote that never ends swallows the rest of the file: from there on each line is read by itself.
  const rest = broken < data.length ? bare.split(/\r\n|\n|\r/).slice(line - 1) : []
  for (const text of rest) {
    const { data: parts, errors: wrong } = Papa.parse<string[]>(text, { delimiter: meta.delimiter })
    const cells = (parts[0] ?? []).map((cell) => cell.trim())
    lines.push(
      wrong.some(({ type }) => type === 'Quotes')
        ? { line, cells: [text.trim()], quote: true }
        : { line, cells },
    )
    line++
  }
  return lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
}
