import { useState } from 'react'
import { DaysDialog } from '#engine/charts/DaysDialog.tsx'
import { type Days, dayAfter, dayOf, rangeOfDays, recordedDays } from '#engine/charts/model/range.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import styles from './alarms.module.css'

/** Several homes may stand in one list: days are those of whoever looks. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

interface Props {
  days: Days | undefined
  now: number
  onChange(days: Days | undefined): void
}

/** Only what went off on some days. */
export function DaysButton({ days, now, onChange }: Props) {
  const { t } = useText()
  const { definitions } = useEngine()
  const [asking, setAsking] = useState(false)
  const times = useTimes(ownZone())
  const today = dayOf(now, ownZone())
  const recorded = recordedDays(today, numberLimit(definitions, 'historyMonths'))
  return (
    <div className={styles.days}>
      <Button icon="calendar" size="dense" onClick={() => setAsking(true)}>
        {days ? times.shortDays(rangeOfDays(days.first, days.last, ownZone())) : t('alarms.anyDay')}
      </Button>
      {days && (
        <Button only look="quiet" size="dense" icon="close" onClick={() => onChange(undefined)}>
          {t('alarms.anyDay')}
        </Button>
      )}
      {asking && (
        <DaysDialog
          days={days ?? { first: dayAfter(today, -6), last: today }}
          recorded={recorded}
          onClose={() => setAsking(false)}
          onChoose={(chosen) => {
            setAsking(false)
            onChange(chosen)
          }}
        />
      )}
    </div>
  )
}
