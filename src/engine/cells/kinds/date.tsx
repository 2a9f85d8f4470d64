import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell, textOf, timeOf, writtenTime } from '../cell.ts'

/** A day. */
function DateCell({ value }: CellProps) {
  const words = useWords()
  const at = timeOf(value)
  if (at === undefined) return textOf(value)
  return <time dateTime={new Date(at).toISOString()}>{words.date(at)}</time>
}

export default defineCell({ kind: 'date', card: 'line', Component: DateCell, written: writtenTime })
