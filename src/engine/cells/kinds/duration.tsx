import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell, textOf } from '../cell.ts'

/** A number of seconds in its two largest units. */
function Duration({ value }: CellProps) {
  const words = useWords()
  return typeof value === 'number' ? words.duration(value) : textOf(value)
}

export default defineCell({ kind: 'duration', card: 'line', Component: Duration })
