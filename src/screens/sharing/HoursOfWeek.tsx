import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { type DayHours, weekdayName } from '#lib/hours.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { USUAL } from './draft.ts'
import styles from './sharing.module.css'

const EDGES = ['from', 'until'] as const

/** Hours of each day of the week, Monday first. */
export function HoursOfWeek({
  week,
  onChange,
}: {
  week: readonly (DayHours | null)[]
  onChange(week: (DayHours | null)[]): void
}) {
  const { t } = useText()
  const tag = tagOf(language())
  const set = (day: number, hours: DayHours | null): void =>
    onChange(week.map((one, at) => (at === day ? hours : one)))
  // Days that are added go as those that are there already.
  const usual = week.find((one) => one !== null) ?? USUAL
  return (
    <div className={styles.week}>
      {week.map((hours, day) => {
        const name = weekdayName(day, tag, 'long')
        return (
          <div key={name} className={styles.day}>
            <CheckboxField
              label={name}
              value={hours !== null}
              onChange={(on) => set(day, on ? { ...usual } : null)}
            />
            {hours && (
              <div className={styles.times}>
                {EDGES.map((edge) => (
                  <TextField
                    key={edge}
                    type="time"
                    label={t(`sharing.${edge}`, { day: name })}
                    required
                    value={hours[edge]}
                    onChange={(time) => time !== '' && set(day, { ...hours, [edge]: time })}
                  />
                ))}
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}
