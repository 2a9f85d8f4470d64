import { useState } from 'react'
import { dayOf, isDay } from '#engine/charts/model/range.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { momentOf } from '#gateway/lib/times/zone.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import styles from '../history.module.css'

interface Props {
  at: number
  zone: string
  first: number
  now: number
  onClose(): void
  onChoose(at: number): void
}

/** A moment typed: day and time by the clocks of the home. */
export function MomentDialog({ at, zone, first, now, onClose, onChoose }: Props) {
  const { t } = useText()
  const times = useTimes(zone)
  const [day, setDay] = useState(dayOf(at, zone))
  const [time, setTime] = useState(times.clock(at))
  const [tried, setTried] = useState(false)
  const chosen =
    isDay(day) && /^\d\d:\d\d$/.test(time) ? momentOf(Date.parse(`${day}T${time}:00Z`), zone) : Number.NaN
  const right = chosen >= first && chosen <= now
  const ends = { first: times.days({ from: first, to: first + 1 }) }
  return (
    <Dialog
      open
      title={t('past.day.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button look="main" onClick={() => (right ? onChoose(chosen) : setTried(true))}>
            {t('past.day.done')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextField
          label={t('past.day.date')}
          type="date"
          value={day}
          onChange={setDay}
          help={t('past.day.help', ends)}
          error={tried && !right ? t('past.day.invalid', ends) : undefined}
        />
        <TextField label={t('past.day.time')} type="time" value={time} onChange={setTime} />
      </div>
    </Dialog>
  )
}
