import type { ReportTable } from '#gateway/lib/fleet/report-tables.ts'
import type { Tell } from './tell.ts'

/** Spreadsheets take a text without it for one of the machine's own language. */
const BOM = '\ufeff'

/** All tables of a report below each other; numbers stay numbers, and a name that begins like a formula is only a name. */
export async function csvOfReport(
  tables: readonly { name: string; table: ReportTable }[],
  tell: Tell,
  head: (id: string) => string,
): Promise<string> {
  const { default: papa } = await import('papaparse')
  const rows = tables.flatMap(({ name, table }, at) => [
    ...(at === 0 ? [] : [[]]),
    [name],
    table.columns.map(({ id, unit }) => `${head(id)}${unit === undefined ? '' : ` (${unit})`}`),
    ...table.rows.map((row) =>
      table.columns.map((column, place) => {
        const cell = row[place]
        return typeof cell === 'number' ? Number(cell.toFixed(column.digits ?? 0)) : tell.cell(cell, column)
      }),
    ),
  ])
  return BOM + papa.unparse(rows, { escapeFormulae: true, newline: '\r\n' })
}
