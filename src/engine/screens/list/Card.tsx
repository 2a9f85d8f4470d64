import { valueAt } from '#lib/value-at.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { type CellKind, headOf, textOf } from '../../cells/cell.ts'
import { DeviceBadge } from '../../cells/DeviceBadge.tsx'
import { CellView, cells } from '../../cells/registry.tsx'
import type { Row } from '../../doors.ts'
import { ChooseRow } from './Choose.tsx'
import styles from './cards.module.css'
import { OpenRow } from './open-row.tsx'
import { RowActions } from './RowActions.tsx'
import type { RowsProps } from './rows.ts'

interface Props
  extends Pick<RowsProps, 'id' | 'rows' | 'columns' | 'open' | 'actionsOf' | 'runner' | 'choosing'> {
  row: Row
}

function Cells({ columns, place, row }: { columns: readonly Column[]; place: CellKind['card']; row: Row }) {
  const there = columns.filter(({ cell = 'text' }) => cells.get(cell)?.card === place)
  return there.map(({ field, cell, note, noteCell }) => (
    <span key={field} className={styles.part}>
      <CellView
        card
        cell={cell}
        field={field}
        value={valueAt(row, field)}
        row={row}
        note={note === undefined ? undefined : valueAt(row, note)}
        noteCell={noteCell}
      />
    </span>
  ))
}

/** A row on a phone: badge, name, a quiet line, age; tags only for what wants a look. */
export function Card({ row, id, rows, columns, open, actionsOf, runner, choosing }: Props) {
  const head = headOf(row)
  const title = <Cells columns={columns} place="head" row={row} />
  const actions = actionsOf(row)
  const name = textOf(valueAt(row, columns[0]?.field ?? ''))
  const failed = choosing?.failed.get(textOf(valueAt(row, id)))
  return (
    <div
      className={styles.card}
      data-row
      data-away={head?.status === 5 || head?.status === 7 || undefined}
      data-chosen={choosing?.selection.has(row) || undefined}
    >
      {choosing && <ChooseRow row={row} rows={rows} title={name} selection={choosing.selection} />}
      {head && <DeviceBadge head={head} />}
      <div className={styles.words}>
        {open ? (
          <OpenRow {...open} row={row} runner={runner}>
            {title}
          </OpenRow>
        ) : (
          title
        )}
        <div className={styles.line}>
          <Cells columns={columns} place="line" row={row} />
        </div>
        {failed !== undefined && <span className={styles.failed}>{failed}</span>}
        <div className={styles.tags}>
          <Cells columns={columns} place="tag" row={row} />
        </div>
      </div>
      <div className={styles.corner}>
        <Cells columns={columns} place="corner" row={row} />
      </div>
      {actions.length > 0 && <RowActions actions={actions} row={row} title={name} runner={runner} />}
    </div>
  )
}
