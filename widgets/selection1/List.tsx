import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import type { ChoiceProps } from './Choices.tsx'
import styles from './List.module.css'

/** The browser's own list: the best one on every phone. Where its name stands nowhere else it says it itself. */
export function List({ stateless, named, ...props }: ChoiceProps & { stateless: boolean; named: boolean }) {
  const { label, choices, current, missed, disabled, reason, phase, choose } = props
  const { t } = useText()
  const known = choices.some((choice) => choice.value === current)
  const shown = stateless || current === undefined ? '' : String(current)
  return (
    <span
      className={styles.list}
      data-phase={phase}
      data-busy={phase === 'sending' || phase === 'accepted' || undefined}
      data-disabled={disabled || undefined}
      title={reason}
    >
      <select
        aria-label={label}
        aria-busy={phase === 'sending' || phase === 'accepted' || undefined}
        disabled={disabled}
        value={shown}
        onChange={(event) => {
          const chosen = choices.find((choice) => String(choice.value) === event.currentTarget.value)
          if (chosen) choose(chosen.value)
        }}
      >
        {(stateless || !known) && (
          <option value={shown} disabled>
            {!stateless && current !== undefined ? String(current) : named ? t('widgets.choose') : label}
          </option>
        )}
        {choices.map(({ value, text }) => (
          <option key={String(value)} value={String(value)}>
            {missed !== undefined && value === missed ? t('widgets.notTaken', { text }) : text}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="small" />
    </span>
  )
}
