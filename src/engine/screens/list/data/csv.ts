import type { CsvRows } from '#lib/csv.ts'
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

/** The names of the columns, then what each row says in them. */
export function linesOf(wanted: Wanted): CsvRows {
  const columns = columnsOf(wanted.columns)
  return [
    columns.map(({ field }) => wanted.writing.say(`fields.${wanted.resource}.${field}`)),
    ...wanted.rows.map((row) => columns.map((column) => told(column, row, wanted))),
  ]
}
