import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell, timeOf, writtenTime } from '../cell.ts'

/** Up to which day something is there. */
function Until({ value }: CellProps) {
  const { t } = useText()
  const words = useWords()
  const at = timeOf(value)
  if (at === undefined) return null
  return <time dateTime={new Date(at).toISOString()}>{t('engine.until', { date: words.date(at) })}</time>
}

export default defineCell({ kind: 'until', card: 'line', Component: Until, written: writtenTime })
