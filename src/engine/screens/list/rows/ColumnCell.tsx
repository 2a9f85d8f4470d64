import { useText } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import type { Column, RowMark } from '#schemas/generated/definitions/screen.ts'
import { Toggle } from '#ui/fields/choice-fields.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Tag } from '#ui/Tag.tsx'
import { usesOf } from '../../../actions/use-of.ts'
import { textOf } from '../../../cells/cell.ts'
import { LinkedCell } from '../../../cells/LinkedCell.tsx'
import { isForbidden } from '../../../conditions/forbidden.ts'
import { holds } from '../../../conditions/holds.ts'
import { useEngine } from '../../../engine.ts'
import type { Row } from '../../../ports.ts'
import styles from '../list.module.css'
import type { RowsProps } from './rows.ts'

interface Props extends Pick<RowsProps, 'named' | 'resource' | 'runner'> {
  column: Column
  row: Row
  /** What the row is called, for readers. */
  title: string
  card?: boolean
}

/** What a row holds of something: a number, or as many as a list has. */
const amountOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : typeof value === 'number' ? value : value ? 1 : 0

function Mark({ mark, row, resource }: { mark: RowMark; row: Row; resource: string }) {
  const { say } = useText()
  const count = amountOf(valueAt(row, mark.field))
  if (count === 0) return null
  return (
    <Tag tone={mark.tone} icon={iconNamed(mark.icon)}>
      {say(`fields.${resource}.${mark.field}`, '', { count })}
    </Tag>
  )
}

/** A column's value in a row, with its marks; a switch where the column has one and the person may use it. */
export function ColumnCell({ column, row, title, card, named = {}, resource, runner }: Props) {
  const engine = useEngine()
  const { situation } = engine
  const { say } = useText()
  const { field, cell, note, noteCell, tones, toneOf = field, icons, marks, link, otherWords } = column
  const value = valueAt(row, field)
  const [turn] = usesOf(column.switch === undefined ? [] : [column.switch], named, situation, { row })
  if (turn) {
    const bound = { row, form: { [field]: value !== true } }
    return (
      <Toggle
        label={`${say(`fields.${resource}.${field}`)}: ${title}`}
        value={value === true}
        busy={runner.busy(turn.name, bound)}
        disabled={isForbidden(turn.action, engine)}
        onChange={() => void runner.run(turn.name, turn.action, bound)}
      />
    )
  }
  const drawn = (
    <LinkedCell
      link={card ? undefined : link}
      card={card}
      cell={cell}
      field={field}
      value={value}
      row={row}
      tone={tones?.[textOf(valueAt(row, toneOf))]}
      icons={icons}
      as={otherWords && holds(otherWords.when, situation, { row }) ? otherWords.as : undefined}
      note={note === undefined ? undefined : valueAt(row, note)}
      noteCell={noteCell}
    />
  )
  if (!marks) return drawn
  return (
    <span className={styles.marked}>
      {drawn}
      {marks.map((mark) => (
        <Mark key={mark.field} mark={mark} row={row} resource={resource} />
      ))}
    </span>
  )
}
