import type { ReportTable } from '#gateway/lib/fleet/report-tables.ts'
import { useText } from '#i18n/useText.ts'
import { useTell } from '../tell.ts'
import styles from './cards.module.css'

/** A card as rows. */
export function TableView({ name, table: { columns, rows } }: { name: string; table: ReportTable }) {
  const { say } = useText()
  const tell = useTell()
  return (
    <div className={styles.table}>
      <table>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            {columns.map(({ id, digits }) => (
              <th key={id} scope="col" data-number={digits !== undefined || undefined}>
                {say(`fleetReport.columns.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const cells = columns.map((column, at) => tell.cell(row[at], column))
            return (
              <tr key={cells.slice(0, 2).join(' ')}>
                {columns.map((column, at) =>
                  at === 0 ? (
                    <th key={column.id} scope="row">
                      {cells[at]}
                    </th>
                  ) : (
                    <td key={column.id} data-number={column.digits !== undefined || undefined}>
                      {cells[at]}
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
