import { useText } from '#i18n/useText.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './Counted.module.css'

interface Props {
  icon: IconName
  label: string
  count: number
  /** Above that the count only says that there are more (spec 1 §9). */
  most: number
  tone: 'primary' | 'danger'
  expanded: boolean
  onClick(): void
}

/** A button of the header with how many there are. */
export function Counted({ icon, label, count, most, tone, expanded, onClick }: Props) {
  const { t } = useText()
  const shown = count >= most ? `${most}+` : String(count)
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-expanded={expanded}
      aria-label={count > 0 ? t('shell.counted', { label, count: shown }) : label}
      onClick={onClick}
    >
      <Icon name={icon} />
      {count > 0 && (
        <span className={styles.count} data-tone={tone} aria-hidden="true">
          {shown}
        </span>
      )}
    </button>
  )
}
