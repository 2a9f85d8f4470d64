import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell, textOf } from '../../cell.ts'

function Figure({ value, whole }: CellProps) {
  const words = useWords()
  const { t } = useText()
  if (typeof value !== 'number') return textOf(value)
  if (typeof whole !== 'number') return words.number(value)
  return t('engine.facts.of', { part: words.number(value), whole: words.number(whole) })
}

export default defineCell({ kind: 'number', card: 'line', named: true, Component: Figure })
