import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell } from '../../cell.ts'
import styles from '../../cells.module.css'

/** Per cent of a whole, as a bar that says its number. */
function Share({ value }: CellProps) {
  const words = useWords()
  if (typeof value !== 'number') return null
  return (
    <span className={styles.share}>
      <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.whole} width="100" height="8" rx="2" />
        <rect className={styles.part} width={Math.min(100, Math.max(0, value))} height="8" rx="2" />
      </svg>
      <span className={styles.percent}>{`${words.number(value, 1)}\u00a0%`}</span>
    </span>
  )
}

/** On a card no heading says what it is of: `status.share.<field>` does. */
function ShareInWords({ field, value }: CellProps) {
  const words = useWords()
  const { say } = useText()
  if (typeof value !== 'number') return null
  return say(`status.share.${field}`, '', { share: `${words.number(value, 1)}\u00a0%` })
}

export default defineCell({ kind: 'share', card: 'line', Component: Share, CardComponent: ShareInWords })
