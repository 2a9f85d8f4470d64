import { unparse } from 'papaparse'
import { valueAt } from '#lib/value-at.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { headOf, type Telling, textOf, type Writing } from '../../../cells/cell.ts'
import { cells } from '../../../cells/registry.tsx'
import type { Row } from '../../../ports.ts'

interface Wanted {
  /** Names of fields are `fields.<resource>.<field>`. */
  resource: string
  columns: readonly Column[]
  rows: readonly Row[]
  writing: Omit<Writing, 'field'>
  telling: Telling
}

/** Spreadsheets take what begins so for a formula, and what they are given for the text of the machine's own language. */
const BOM = '\ufeff'

/** What stands below a value is a column of its own: a serial number below a name. */
const columnsOf = (columns: readonly Column[]): Column[] =>
  columns.flatMap((column) => (column.note === undefined ? [column] : [column, { field: column.note }]))

function told({ field, cell }: Column, row: Row, { telling, writing }: Wanted): string | number {
  const kind = cell && cells.get(cell)
  const head = headOf(row)
  const value = kind?.live && head ? kind.live.key(head, telling) : valueAt(row, field)
  if (kind?.written) return kind.written(value, row, { ...writing, field })
  if (typeof value === 'number' && kind) return value
  const text = textOf(value)
  return text === '' ? '' : writing.say(`status.${field}.${text}`, text)
}

/** Rows as lines of a file that spreadsheets open; nothing in it is a formula. */
export function csvOf(wanted: Wanted): string {
  const columns = columnsOf(wanted.columns)
  const table = {
    fields: columns.map(({ field }) => wanted.writing.say(`fields.${wanted.resource}.${field}`)),
    data: wanted.rows.map((row) => columns.map((column) => told(column, row, wanted))),
  }
  return BOM + unparse(table, { escapeFormulae: true, newline: '\r\n' })
}
