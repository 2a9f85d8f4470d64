import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell } from '../../cell.ts'
import styles from '../../cells.module.css'

/** Per cent of what goes on; nothing where nothing does. */
function Progress({ value, tone }: CellProps) {
  const { t } = useText()
  const words = useWords()
  if (typeof value !== 'number') return null
  return (
    <span className={styles.progress}>
      <progress max={100} value={value} data-tone={tone} aria-label={t('engine.progress')} />
      {`${words.number(value, 0)}\u00a0%`}
    </span>
  )
}

export default defineCell({ kind: 'progress', card: 'line', Component: Progress })
