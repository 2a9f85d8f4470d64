import { SegmentedControl } from '@blueprintjs/core'
import { useWords } from '#i18n/useWords.ts'
import styles from './segmented.module.css'

export interface Segment {
  id: string
  label: string
  /** How many there are of it. */
  count?: number
  disabled?: boolean
}

interface Props {
  label: string
  segments: readonly Segment[]
  value: string | undefined
  /** Too many for one line: they stand in rows of three, four in two. */
  rows?: boolean
  onChange(id: string): void
}

/** One of a few, side by side; arrows choose, as among radio buttons. */
export function Segments({ label, segments, value, rows, onChange }: Props) {
  const { number } = useWords()
  return (
    <SegmentedControl
      aria-label={label}
      className={rows ? `${styles.segments} ${styles.rows}` : styles.segments}
      // Blueprint takes none as "whatever was pressed last".
      value={value ?? ''}
      options={segments.map(({ id, label: name, count, disabled }) => ({
        value: id,
        label: count === undefined ? name : `${name} ${number(count)}`,
        disabled,
      }))}
      onValueChange={onChange}
    />
  )
}
