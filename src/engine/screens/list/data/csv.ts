import { unparse } from 'papaparse'
import { valueAt } from '#lib/value-at.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { headOf, type Telling, textOf } from '../../../cells/cell.ts'
import { cells } from '../../../cells/registry.tsx'
import type { Row } from '../../../ports.ts'

interface Wanted {
  columns: readonly Column[]
  rows: readonly Row[]
  /** What stands above a column. */
  nameOf(field: string): string
  /** Word of a value that is a code, e.g. a status. */
  wordOf(field: string, value: unknown): string
  telling: Telling
}

/** Spreadsheets take what begins so for a formula, and what they are given for the text of the machine's own language. */
const BOM = '\ufeff'

function told(column: Column, row: Row, { telling, wordOf }: Wanted): string | number {
  const kind = column.cell && cells.get(column.cell)
  const head = headOf(row)
  const value = kind?.live && head ? kind.live.key(head, telling) : valueAt(row, column.field)
  if (column.cell === 'age') return typeof value === 'number' ? new Date(value).toISOString() : ''
  if (typeof value === 'number' && kind?.live) return value
  return wordOf(column.field, value) || textOf(value)
}

/** Rows as lines of a file that spreadsheets open; nothing in it is a formula. */
export const csvOf = (wanted: Wanted): string =>
  BOM +
  unparse(
    {
      fields: wanted.columns.map(({ field }) => wanted.nameOf(field)),
      data: wanted.rows.map((row) => wanted.columns.map((column) => told(column, row, wanted))),
    },
    { escapeFormulae: true, newline: '\r\n' },
  )
