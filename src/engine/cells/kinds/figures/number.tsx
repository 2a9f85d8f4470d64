import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell, textOf } from '../../cell.ts'

function Figure({ value }: CellProps) {
  const words = useWords()
  return typeof value === 'number' ? words.number(value) : textOf(value)
}

export default defineCell({ kind: 'number', card: 'line', named: true, Component: Figure })
