import { useState } from 'react'
import { dayOf, isDay } from '#engine/charts/model/range.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { momentOf } from '#gateway/lib/times/zone.ts'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'

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
  const chosen =
    isDay(day) && /^\d\d:\d\d$/.test(time) ? momentOf(Date.parse(`${day}T${time}:00Z`), zone) : Number.NaN
  const right = chosen >= first && chosen <= now
  const form = useSubmit(() => right && onChoose(chosen))
  const ends = { first: times.days({ from: first, to: first + 1 }) }
  return (
    <FormDialog title={t('past.day.title')} form={form} submit={t('past.day.done')} onClose={onClose}>
      <TextField
        label={t('past.day.date')}
        type="date"
        value={day}
        onChange={setDay}
        help={t('past.day.help', ends)}
        error={form.tried && !right ? t('past.day.invalid', ends) : undefined}
      />
      <TextField label={t('past.day.time')} type="time" value={time} onChange={setTime} />
    </FormDialog>
  )
}
