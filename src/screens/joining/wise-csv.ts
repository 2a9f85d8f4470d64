import { fits } from '#engine/forms/patterns.ts'
import { type CsvLine, csvLines } from '#gateway/lib/files/csv.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { WiseRow } from '#schemas/generated/entities/wise-row.ts'

type RowFault = 'quote' | 'columns' | 'id' | 'name' | 'type' | 'twice' | 'known'

export interface ReadRow extends WiseRow {
  /** As a person counts the lines of the file. */
  line: number
  fault?: RowFault
}

/** Spec 2 §5, §8: the file as a whole is none, or holds nothing that could be read. */
export type FileFault =
  | 'CSV_NOT_VALID'
  | 'CSV_EMPTY_OR_NOT_FORMATTED_CORRECTLY'
  | 'CSV_TOO_LARGE'
  | 'CSV_TOO_MANY'

export type Read = { fault: FileFault } | { rows: readonly ReadRow[] }

export interface CsvRules {
  /** Bytes. */
  largest: number
  mostRows: number
  /** WISE_DEVICE_ID_REGEX and WISE_DEVICE_ID_MAX_LENGTH of the deployment. */
  pattern: unknown
  longest: unknown
  /** Models that can be added; undefined while they are not known. */
  types: ReadonlySet<string> | undefined
  /** Ids of devices that are in the home already, in upper case. */
  known: ReadonlySet<string>
}

const COLUMNS = ['deviceId', 'deviceName', 'deviceType'] as const
const LONGEST_NAME = 128

/** Whether a file may be one, before it is read. */
export function fileFault(
  { name, size }: { name: string; size: number },
  { largest }: Pick<CsvRules, 'largest'>,
): FileFault | undefined {
  if (!name.toLowerCase().endsWith('.csv')) return 'CSV_NOT_VALID'
  return size > largest ? 'CSV_TOO_LARGE' : undefined
}

const isHeading = (cells: readonly string[]): boolean =>
  cells.length === COLUMNS.length &&
  cells.every((cell, at) => cell.toLowerCase() === COLUMNS[at]?.toLowerCase())

/** Lines of deviceId, deviceName, deviceType; each that is wrong says why, and keeps none of the others. */
export function readWiseCsv(text: string, rules: CsvRules): Read {
  if (text.includes('\0')) return { fault: 'CSV_NOT_VALID' }
  const lines = csvLines(text, [','])
  if (!lines) return { fault: 'CSV_EMPTY_OR_NOT_FORMATTED_CORRECTLY' }
  const filled = lines[0] && isHeading(lines[0].cells) ? lines.slice(1) : lines
  if (!filled.some(({ cells }) => cells.length === COLUMNS.length))
    return { fault: 'CSV_EMPTY_OR_NOT_FORMATTED_CORRECTLY' }
  if (filled.length > rules.mostRows) return { fault: 'CSV_TOO_MANY' }
  const seen = new Set<string>()
  return { rows: filled.map((row) => rowOf(row, rules, seen)) }
}

function rowOf({ cells, line, quote }: CsvLine, rules: CsvRules, seen: Set<string>): ReadRow {
  const [deviceId = '', name = '', deviceType = ''] = cells
  const row = { line, deviceId, deviceName: cleanName(name), deviceType }
  const fault = quote ? 'quote' : faultOf(row, cells.length, rules, seen)
  seen.add(deviceId.toUpperCase())
  return fault ? { ...row, fault } : row
}

function faultOf(
  { deviceId, deviceName, deviceType }: WiseRow,
  columns: number,
  { pattern, longest, types, known }: CsvRules,
  seen: ReadonlySet<string>,
): RowFault | undefined {
  if (columns !== COLUMNS.length) return 'columns'
  if (!fits(pattern, deviceId) || deviceId.length > Number(longest ?? Number.POSITIVE_INFINITY)) return 'id'
  if (seen.has(deviceId.toUpperCase())) return 'twice'
  if (known.has(deviceId.toUpperCase())) return 'known'
  if (deviceName === '' || deviceName.length > LONGEST_NAME) return 'name'
  return deviceType === '' || (types && !types.has(deviceType)) ? 'type' : undefined
}

/** What is sent of a row. */
export const sentRow = ({ deviceId, deviceName, deviceType }: ReadRow): WiseRow => ({
  deviceId,
  deviceName,
  deviceType,
})
