import { useText } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { type CellKind, headOf, textOf } from '../../../cells/cell.ts'
import { liveCells } from '../../../cells/live/late.ts'
import { cells } from '../../../cells/registry.tsx'
import type { Row } from '../../../ports.ts'
import { ChooseRow } from './Choose.tsx'
import { ColumnCell } from './ColumnCell.tsx'
import styles from './cards.module.css'
import { OpenRow } from './open-row.tsx'
import { RowActions } from './RowActions.tsx'
import { DetailsToggle, namingId, RowDetails } from './RowDetails.tsx'
import { namingOf, type RowProps, type RowsProps } from './rows.ts'
import { useNameOf } from './use-name-of.ts'

interface CellsProps extends Pick<RowsProps, 'columns' | 'named' | 'resource' | 'runner'> {
  place: CellKind['card']
  /** The column that names the row, where none of them is made to. */
  naming: Column | undefined
  row: Row
  title: string
}

/** A switch is worked by a thumb: it stands at the edge, whatever its cell would do. */
const placeOf = ({ cell = 'text', switch: turns }: Column): CellKind['card'] =>
  turns === undefined ? cells.get(cell)?.card : 'corner'

/** What nothing is known of needs no name either. */
const isNamed = ({ cards, cell = 'text', field }: Column, row: Row): boolean =>
  (cards === 'named' || cells.get(cell)?.named === true) && textOf(valueAt(row, field)) !== ''

/** What says nothing of its row stands on no card. */
const isThere = ({ cards, usual, field }: Column, row: Row): boolean =>
  cards !== false && !usual?.includes(textOf(valueAt(row, field)))

function Cells({ columns, place, naming, ...props }: CellsProps) {
  const { say } = useText()
  const there = columns.filter(
    (column) => column !== naming && placeOf(column) === place && isThere(column, props.row),
  )
  return there.map((column) => (
    <span key={column.field} className={styles.part}>
      {isNamed(column, props.row) && `${say(`fields.${props.resource}.${column.field}`)}: `}
      <ColumnCell card column={column} {...props} />
    </span>
  ))
}

/** A row on a phone: badge, name, a quiet line, age; tags only for what wants a look. */
export function Card({
  screen,
  row,
  id,
  rows,
  columns,
  open,
  named,
  resource,
  actionsOf,
  runner,
  choosing,
  details,
}: RowProps) {
  const head = headOf(row)
  const DeviceBadge = liveCells.current()?.DeviceBadge
  const actions = actionsOf(row)
  const name = useNameOf(row, namingOf(columns))
  // A row without a name of its own is called by a column that says what it is.
  const naming = columns.some((column) => placeOf(column) === 'head') ? undefined : namingOf(columns)
  const part = { columns, naming, row, title: name, named, resource, runner }
  const title = naming ? (
    <span className={styles.name} id={details && namingId(textOf(valueAt(row, id)))}>
      <ColumnCell card column={naming} {...part} />
    </span>
  ) : (
    <Cells place="head" {...part} />
  )
  const key = textOf(valueAt(row, id))
  const switched = columns.some((column) => column.switch)
  // A word to press beside the name, or a switch and what is pressed, would leave a long one too little room: they stand
  // below, beside the quiet lines.
  const below =
    actions[0] !== undefined &&
    (switched ||
      (actions[0].action.icon === undefined &&
        !screen.foldActions &&
        !columns.some((column) => placeOf(column) === 'corner')))
  const side = (
    <div className={styles.side} data-below={below || undefined} data-switched={switched || undefined}>
      <div className={styles.corner}>
        <Cells place="corner" {...part} />
      </div>
      {details && <DetailsToggle id={key} details={details} />}
      {actions.length > 0 && (
        <RowActions
          terse
          actions={actions}
          row={row}
          title={name}
          runner={runner}
          folded={screen.foldActions}
        />
      )}
    </div>
  )
  // Beside what is short it leaves the quiet lines their width.
  const tagged = columns.some((column) => isThere(column, row) && placeOf(column) === 'tag')
  const failed = choosing?.failed.get(key)
  return (
    <div
      className={styles.card}
      data-row
      data-away={head?.status === 5 || head?.status === 7 || undefined}
      data-chosen={choosing?.selection.has(row) || undefined}
      data-opened={details?.opened === key || undefined}
    >
      {choosing && <ChooseRow row={row} rows={rows} title={name} selection={choosing.selection} />}
      {head && DeviceBadge && <DeviceBadge head={head} />}
      {columns.map(({ field, cell = 'text', icons, tones, naming: names }) => {
        const Before = cells.get(cell)?.CardBefore
        const value = valueAt(row, field)
        const tone = tones?.[textOf(value)]
        return Before && <Before key={field} {...{ field, value, row, icons, tone, names }} />
      })}
      <div className={styles.words} data-around={below || undefined}>
        {open ? (
          <OpenRow {...open} row={row} runner={runner}>
            {title}
          </OpenRow>
        ) : (
          title
        )}
        {below && !tagged && side}
        <div className={styles.line}>
          <Cells place="line" {...part} />
        </div>
        {failed !== undefined && <span className={styles.failed}>{failed}</span>}
        {below && tagged && side}
        <div className={styles.tags}>
          <Cells place="tag" {...part} />
        </div>
        <Cells place="below" {...part} />
      </div>
      {!below && side}
      {details?.opened === key && <RowDetails id={key} row={row} resource={resource} details={details} />}
    </div>
  )
}
