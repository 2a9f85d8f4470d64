import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell, textOf, timeOf, writtenTime } from '../cell.ts'
import styles from '../cells.module.css'

/** A time of a day that stands above, to the second. */
function Clock({ value }: CellProps) {
  const words = useWords()
  const at = timeOf(value)
  if (at === undefined) return textOf(value)
  return (
    <time className={styles.muted} dateTime={new Date(at).toISOString()}>
      {words.clock(at)}
    </time>
  )
}

export default defineCell({ kind: 'clock', card: 'corner', Component: Clock, written: writtenTime })
