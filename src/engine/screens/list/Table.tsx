import { Fragment } from 'react'
import { useText } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { Icon } from '#ui/Icon.tsx'
import { headOf, textOf } from '../../cells/cell.ts'
import { ChooseAll, ChooseRow } from './Choose.tsx'
import { ColumnCell } from './ColumnCell.tsx'
import { DayHeading } from './DayHeading.tsx'
import { daysOf } from './days.ts'
import { moveBetweenRows } from './keys.ts'
import styles from './list.module.css'
import { OpenRow } from './open-row.tsx'
import { RowActions } from './RowActions.tsx'
import { DetailsToggle, namingId, RowDetails } from './RowDetails.tsx'
import { namingOf, type RowProps, type RowsProps } from './rows.ts'

function Head({ column, resource, address }: Pick<RowsProps, 'resource' | 'address'> & { column: Column }) {
  const { say } = useText()
  const { field, sortable, from, numeric } = column
  const name = say(`fields.${resource}.${field}`)
  const { order } = address
  const up = order === field
  const down = order === `-${field}`
  return (
    <th
      scope="col"
      data-from={from}
      data-numeric={numeric || undefined}
      aria-sort={up ? 'ascending' : down ? 'descending' : undefined}
    >
      {sortable ? (
        <button type="button" onClick={() => address.change({ order: up ? `-${field}` : field })}>
          {name}
          {(up || down) && <Icon name={up ? 'chevron-up' : 'chevron-down'} size="mark" />}
        </button>
      ) : (
        name
      )}
    </th>
  )
}

interface LineProps extends RowProps {
  index: number
  withActions: boolean
}

function Line({ row, index, withActions, ...props }: LineProps) {
  const { screen, id, rows, columns, open, resource, actionsOf, runner, choosing, details } = props
  const status = headOf(row)?.status
  const title = textOf(valueAt(row, columns[0]?.field ?? ''))
  const key = textOf(valueAt(row, id))
  const opened = details?.opened === key
  const naming = namingOf(columns)
  const chosen = choosing?.selection.has(row)
  const failed = choosing?.failed.get(key)
  const line = (
    <tr
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
      {columns.map((column, at) => {
        const { field, from, numeric } = column
        const drawn = <ColumnCell column={column} row={row} title={title} {...props} />
        return (
          <td
            key={field}
            id={details && column === naming ? namingId(key) : undefined}
            data-from={from}
            data-numeric={numeric || undefined}
          >
            {at === 0 && open ? (
              <OpenRow {...open} row={row} runner={runner}>
                {drawn}
              </OpenRow>
            ) : (
              drawn
            )}
            {at === 0 && failed !== undefined && <span className={styles.failed}>{failed}</span>}
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
}

/** Rows with hairlines; the first column opens, arrow keys move from row to row. */
export function Table(props: RowsProps) {
  const { screen, resource, id, columns, rows, total, address, open, choosing, details } = props
  const { t, say } = useText()
  const withActions = (screen.rowActions ?? []).length > 0
  const before = (Math.min(address.page, Math.max(1, Math.ceil(total / address.size))) - 1) * address.size
  return (
    <table className={styles.table} aria-label={say(`screens.${screen.id}.title`)} aria-rowcount={total + 1}>
      <thead>
        <tr aria-rowindex={1}>
          {choosing && (
            <th scope="col">
              <ChooseAll rows={rows} selection={choosing.selection} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.field} column={column} resource={resource} address={address} />
          ))}
          {withActions && (
            <th scope="col" data-actions>
              <span className="visually-hidden">{t('engine.list.actions')}</span>
            </th>
          )}
          {details && (
            <th scope="col" data-details>
              <span className="visually-hidden">{t('engine.list.more')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenRows} data-opens={open || details ? '' : undefined}>
        {daysOf(rows, screen.days).map((day) => (
          <Fragment key={day.at ?? 'all'}>
            {day.at !== undefined && (
              <tr className={styles.day}>
                <th
                  scope="rowgroup"
                  colSpan={columns.length + (choosing ? 1 : 0) + (withActions ? 1 : 0) + (details ? 1 : 0)}
                >
                  <DayHeading at={day.at} />
                </th>
              </tr>
            )}
            {day.rows.map((row) => (
              <Line
                key={textOf(valueAt(row, id))}
                index={before + rows.indexOf(row) + 2}
                row={row}
                withActions={withActions}
                {...props}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
