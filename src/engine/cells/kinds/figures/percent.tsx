import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell, textOf } from '../../cell.ts'

/** A number of per cent. */
function Percent({ value }: CellProps) {
  const words = useWords()
  return typeof value === 'number' ? `${words.number(value)}\u00a0%` : textOf(value)
}

export default defineCell({ kind: 'percent', card: 'line', named: true, Component: Percent })
