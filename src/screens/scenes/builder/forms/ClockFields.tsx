import { useText } from '#i18n/useText.ts'
import { NumberField } from '#ui/fields/text-fields.tsx'
import type { Clock } from './duration.ts'
import { inRange, LAST } from './duration.ts'
import styles from './forms.module.css'

const PARTS = ['hour', 'minute', 'second'] as const

/** Hours 0 to 23, minutes and seconds 0 to 59 (spec 2 §5). */
export function ClockFields({
  label,
  clock,
  judged,
  onChange,
}: {
  label: string
  clock: Clock
  /** Faults are told only to somebody who thinks that he is done. */
  judged: boolean
  onChange(clock: Clock): void
}) {
  const { t } = useText()
  return (
    <fieldset className={styles.clock} aria-label={label}>
      {PARTS.map((part) => (
        <NumberField
          key={part}
          label={t(`sceneForms.clock.${part}`)}
          inputMode="numeric"
          min={0}
          max={LAST[part]}
          step={1}
          value={clock[part]}
          error={
            judged && !inRange(clock[part], LAST[part])
              ? t('sceneForms.faults.range', { last: LAST[part] })
              : undefined
          }
          onChange={(value) => onChange({ ...clock, [part]: value })}
        />
      ))}
    </fieldset>
  )
}
