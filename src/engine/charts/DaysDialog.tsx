import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { type Days, isDay } from './model/range.ts'

interface Props {
  days: Days
  recorded: Days
  onClose(): void
  onChoose(days: Days): void
}

/** Days of one's own: the last months up to today, the last one to its end (spec 2 §5). */
export function DaysDialog({ days, recorded, onClose, onChoose }: Props) {
  const { t } = useText()
  const words = useWords()
  const [first, setFirst] = useState(days.first < recorded.first ? recorded.first : days.first)
  const [last, setLast] = useState(days.last)
  const ends = {
    first: words.date(Date.parse(`${recorded.first}T12:00:00`)),
    last: words.date(Date.parse(`${recorded.last}T12:00:00`)),
  }
  const fits = (day: string): boolean => isDay(day) && day >= recorded.first && day <= recorded.last
  const right = fits(first) && fits(last) && first <= last
  const form = useSubmit(() => right && onChoose({ first, last }))
  const faultOf = (day: string): string | undefined =>
    form.tried && (!fits(day) || (fits(first) && fits(last) && first > last))
      ? t('charts.days.invalid', ends)
      : undefined
  return (
    <FormDialog title={t('charts.days.title')} form={form} submit={t('charts.days.done')} onClose={onClose}>
      <TextField
        type="date"
        label={t('charts.days.first')}
        value={first}
        onChange={setFirst}
        error={faultOf(first)}
      />
      <TextField
        type="date"
        label={t('charts.days.last')}
        help={t('charts.days.help', ends)}
        value={last}
        onChange={setLast}
        error={faultOf(last)}
      />
    </FormDialog>
  )
}
