import { Fragment, Suspense } from 'react'
import { useText } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { Icon } from '#ui/Icon.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { textOf } from '../../../cells/cell.ts'
import { numberLimit, useEngine } from '../../../engine.ts'
import styles from '../list.module.css'
import { ChooseAll } from './Choose.tsx'
import { moveBetweenRows } from './keys.ts'
import { Line } from './Line.tsx'
import { PartHeading } from './PartHeading.tsx'
import { partsOf } from './parts.ts'
import type { RowsProps } from './rows.ts'

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
      data-cell={column.cell}
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

const VirtualLines = lazy(() => import('./VirtualLines.tsx'))

/** Rows with hairlines; the first column opens, arrow keys move from row to row. */
export function Table(props: RowsProps) {
  const { screen, resource, id, columns, rows, total, address, open, choosing, details } = props
  const { t, say } = useText()
  const withActions = (screen.rowActions ?? []).length > 0
  const { definitions } = useEngine()
  const long = !screen.days && !details && rows.length > numberLimit(definitions, 'tableVirtualFrom')
  const before = (Math.min(address.page, Math.max(1, Math.ceil(total / address.size))) - 1) * address.size
  return (
    <table
      className={styles.table}
      data-long={long || undefined}
      aria-label={say(`screens.${screen.id}.title`)}
      aria-rowcount={total + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          {choosing && (
            <th scope="col" data-cell="glyph">
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
      {long ? (
        <Suspense fallback={<tbody />}>
          {/* Other columns have other widths. */}
          <VirtualLines
            key={columns.map(({ field }) => field).join(' ')}
            {...props}
            withActions={withActions}
          />
        </Suspense>
      ) : (
        <tbody onKeyDown={moveBetweenRows} data-opens={open || details ? '' : undefined}>
          {partsOf(rows, screen).map((part) => (
            <Fragment key={part.key}>
              {part.heading && (
                <tr className={styles.heading}>
                  <th
                    scope="rowgroup"
                    colSpan={columns.length + (choosing ? 1 : 0) + (withActions ? 1 : 0) + (details ? 1 : 0)}
                  >
                    <PartHeading heading={part.heading} screen={screen.id} />
                  </th>
                </tr>
              )}
              {part.rows.map((row) => (
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
      )}
    </table>
  )
}
