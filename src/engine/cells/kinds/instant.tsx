import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell, textOf, timeOf, writtenTime } from '../cell.ts'
import styles from '../cells.module.css'

/** A moment to the second, by the reader's clocks and by those that all logs of a fleet share. */
function Instant({ value }: CellProps) {
  const words = useWords()
  const at = timeOf(value)
  if (at === undefined) return textOf(value)
  const [own, shared] = [words.instant(at), words.instant(at, 'UTC')]
  return (
    <time className={styles.muted} dateTime={new Date(at).toISOString()}>
      {own === shared ? own : `${own} · ${shared}`}
    </time>
  )
}

export default defineCell({ kind: 'instant', card: 'line', Component: Instant, written: writtenTime })
