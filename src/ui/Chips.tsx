import { useWords } from '#i18n/useWords.ts'
import styles from './Chips.module.css'
import { Icon, type IconName } from './Icon.tsx'

export interface Chip {
  id: string
  label: string
  count?: number
  icon?: IconName
  /** Drawn in ember: something here wants a look. */
  attention?: boolean
}

interface Props {
  label: string
  chips: readonly Chip[]
  value: string
  onChange(id: string): void
}

/** Filters in a row; on a phone the row scrolls under the finger. */
export function Chips({ label, chips, value, onChange }: Props) {
  const { number } = useWords()
  return (
    <fieldset className={styles.chips} aria-label={label}>
      {chips.map(({ id, label: name, count, icon, attention }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          aria-pressed={id === value}
          data-attention={attention || undefined}
          onClick={() => onChange(id)}
        >
          {icon && <Icon name={icon} size="small" />}
          <span className="cut">{name}</span>
          {count !== undefined && (
            <>
              {' '}
              <span className={styles.count}>{number(count)}</span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  )
}
