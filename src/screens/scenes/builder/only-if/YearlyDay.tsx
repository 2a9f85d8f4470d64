import { useText } from '#i18n/useText.ts'
import type { DateEnd } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NumberField } from '#ui/fields/text-fields.tsx'
import styles from './OnlyIf.module.css'
import { isDay } from './window-draft.ts'

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)

/** A day of every year. */
export function YearlyDay({
  label,
  value,
  judged,
  onChange,
}: {
  label: string
  value: DateEnd | undefined
  judged: boolean
  onChange(value: DateEnd | undefined): void
}) {
  const { t, say } = useText()
  const { month, day } = value ?? { month: 1, day: 1 }
  return (
    <div className={styles.pair}>
      <NumberField
        label={label}
        inputMode="numeric"
        min={1}
        max={31}
        step={1}
        value={value?.day}
        error={judged && !(value && isDay(value)) ? t('sceneForms.faults.day') : undefined}
        onChange={(next) => onChange({ ...value, month, day: next ?? 0 })}
      />
      <SelectField
        label={t('sceneForms.dates.month')}
        value={String(month)}
        choices={MONTHS.map((one) => ({ value: String(one), label: say(`sentences.months.${one}`) }))}
        onChange={(next) => onChange({ ...value, day, month: Number(next) })}
      />
    </div>
  )
}
