import { useText } from '#i18n/useText.ts'
import type { Week } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Toggles } from '#ui/fields/Toggles.tsx'
import { vocabulary } from '../../offered/vocabulary.ts'
import styles from '../forms.module.css'

const PICKS: Readonly<Record<'every' | 'working' | 'weekend', Week>> = {
  every: [true, true, true, true, true, true, true],
  working: [true, true, true, true, true, false, false],
  weekend: [false, false, false, false, false, true, true],
}

/** Weekdays, one by one or as they usually go together. */
export function DaysField({
  days,
  judged,
  onChange,
}: {
  days: Week
  /** Faults are told only to somebody who thinks that he is done. */
  judged: boolean
  onChange(days: Week): void
}) {
  const { t, say } = useText()
  return (
    <div className={styles.stack}>
      <Toggles
        named
        label={t('sceneForms.time.days')}
        names={vocabulary.weekdays.map((day) => ({
          name: say(`sceneForms.days.${day}`),
          short: say(`sceneForms.days.short.${day}`),
        }))}
        values={days}
        onChange={(next) => onChange(next as Week)}
      />
      <div className={styles.ways}>
        {(['every', 'working', 'weekend'] as const).map((pick) => (
          <Button key={pick} size="dense" look="quiet" onClick={() => onChange(PICKS[pick])}>
            {t(`sceneForms.days.${pick}`)}
          </Button>
        ))}
      </div>
      {judged && !days.includes(true) && (
        <p className={styles.fault} role="alert">
          {t('sceneForms.faults.days')}
        </p>
      )}
    </div>
  )
}
