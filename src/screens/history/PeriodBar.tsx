import { useState } from 'react'
import { DaysDialog } from '#engine/charts/DaysDialog.tsx'
import { type Days, rangeOfDays } from '#engine/charts/model/range.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import styles from './history.module.css'
import { PERIODS, type useView } from './use-view.ts'

interface Props {
  shown: ReturnType<typeof useView>
  zone: string
  /** Whether the period before can be drawn as well. */
  compares?: boolean
}

/** Which days are looked at (mock 8-history). */
export function PeriodBar({ shown, zone, compares = true }: Props) {
  const { t } = useText()
  const times = useTimes(zone)
  const [asking, setAsking] = useState(false)
  const { view, recorded, choosePeriod, chooseDays, earlier, later, toggle } = shown
  const range = rangeOfDays(view.days.first, view.days.last, zone)
  return (
    <div className={styles.period}>
      <Segments
        label={t('history.period')}
        segments={PERIODS.map((id) => ({ id, label: t(`history.periods.${id}`) }))}
        value={view.period}
        onChange={(id) => {
          const period = PERIODS.find((one) => one === id)
          if (period) choosePeriod(period)
        }}
      />
      <div className={styles.days}>
        <Button only icon="chevron-left" disabled={!earlier} onClick={earlier}>
          {t('history.earlier')}
        </Button>
        <Button icon="calendar" onClick={() => setAsking(true)}>
          {times.shortDays(range)}
        </Button>
        <Button only icon="chevron-right" disabled={!later} onClick={later}>
          {t('history.later')}
        </Button>
      </div>
      {compares && (
        <CheckboxField
          label={t(`history.compares.${view.period}`)}
          value={view.compare}
          onChange={(on) => toggle('compare', on)}
        />
      )}
      {asking && (
        <DaysDialog
          days={view.days}
          recorded={recorded}
          onClose={() => setAsking(false)}
          onChoose={(days: Days) => {
            setAsking(false)
            chooseDays(days)
          }}
        />
      )}
    </div>
  )
}
