import { memo, type Ref } from 'react'
import { valueAt } from '#lib/value-at.ts'
import { headOf, textOf } from '../../../cells/cell.ts'
import styles from '../list.module.css'
import { ChooseRow } from './Choose.tsx'
import { ColumnCell } from './ColumnCell.tsx'
import { OpenRow } from './open-row.tsx'
import { RowActions } from './RowActions.tsx'
import { DetailsToggle, namingId, RowDetails } from './RowDetails.tsx'
import { namingOf, type RowProps } from './rows.ts'
import { useNameOf } from './use-name-of.ts'

interface LineProps extends RowProps {
  /** Of `aria-rowindex`. */
  index: number
  withActions: boolean
  /** Where it stands in a list whose lines are measured. */
  at?: number
  measure?: Ref<HTMLTableRowElement>
}

/** A row of a table; opened, what it tells stands below it. */
export const Line = memo(function Line({ row, index, withActions, at: place, measure, ...props }: LineProps) {
  const { screen, id, rows, columns, open, resource, actionsOf, runner, choosing, details } = props
  const status = headOf(row)?.status
  const naming = namingOf(columns)
  const title = useNameOf(row, naming)
  const key = textOf(valueAt(row, id))
  const opened = details?.opened === key
  const chosen = choosing?.selection.has(row)
  const failed = choosing?.failed.get(key)
  const line = (
    <tr
      ref={measure}
      data-index={place}
      data-row
      data-opened={opened || undefined}
      data-away={status === 5 || status === 7 || undefined}
      data-chosen={chosen || undefined}
      aria-rowindex={index}
    >
      {choosing && (
        <td>
          <ChooseRow row={row} rows={rows} title={title} selection={choosing.selection} />
        </td>
      )}
      {columns.map((column) => {
        const { field, from, numeric } = column
        const drawn = <ColumnCell column={column} row={row} title={title} {...props} />
        return (
          <td
            key={field}
            id={details && column === naming ? namingId(key) : undefined}
            data-from={from}
            data-numeric={numeric || undefined}
            data-opens={(column === naming && open !== undefined) || undefined}
          >
            {column === naming && open ? (
              <OpenRow {...open} row={row} runner={runner}>
                {drawn}
              </OpenRow>
            ) : (
              drawn
            )}
            {column === naming && failed !== undefined && <span className={styles.failed}>{failed}</span>}
          </td>
        )
      })}
      {withActions && (
        <td data-numeric data-actions>
          <RowActions
            actions={actionsOf(row)}
            row={row}
            title={title}
            runner={runner}
            folded={screen.foldActions}
          />
        </td>
      )}
      {details && (
        <td data-numeric data-details>
          <span>
            <DetailsToggle id={key} details={details} />
          </span>
        </td>
      )}
    </tr>
  )
  if (!details || !opened) return line
  return (
    <>
      {line}
      <tr className={styles.below}>
        <td colSpan={columns.length + 1 + (choosing ? 1 : 0) + (withActions ? 1 : 0)}>
          <RowDetails id={key} row={row} resource={resource} details={details} />
        </td>
      </tr>
    </>
  )
})
