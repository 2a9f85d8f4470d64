import type { ReportTable } from '#gateway/lib/fleet/report-tables.ts'
import type { CsvRows } from '#lib/csv.ts'
import type { Tell } from './tell.ts'

/** All tables of a report below each other; numbers stay numbers. */
export function linesOfReport(
  tables: readonly { name: string; table: ReportTable }[],
  tell: Tell,
  head: (id: string) => string,
): CsvRows {
  return tables.flatMap(({ name, table }, at) => [
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
}
