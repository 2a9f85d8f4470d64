import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { DateEnd } from '#schemas/generated/entities/rule.ts'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { useEditor } from '../draft/editor.ts'
import { newId } from '../draft/rule-edit.ts'
import { EntryForm } from '../forms/EntryForm.tsx'
import forms from '../forms/forms.module.css'
import { Panel } from '../Panel.tsx'
import { putCondition } from './edit.ts'
import { conditionOf, TOP } from './place-asked.ts'
import { dateOfText, spanOf, textOfDate } from './window-draft.ts'
import { YearlyDay } from './YearlyDay.tsx'

/** Days between two dates, every year or once; both count. */
export default function DatesForm() {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const { asks = TOP, editing } = place
  const known = conditionOf(rule, editing)
  const dates = known?.kind === 'date' ? known.dates : undefined
  const [now] = useState(() => Date.now())
  const [today, inAMonth] = [dayAfter(now, 0), dayAfter(now, 30)]
  const [yearly, setYearly] = useState(dates === undefined || dates.from.year === undefined)
  const [from, setFrom] = useState<DateEnd | undefined>(dates?.from ?? today)
  const [to, setTo] = useState<DateEnd | undefined>(dates?.to ?? inAMonth)
  const end = (one: DateEnd | undefined): DateEnd | undefined =>
    one && (yearly ? { month: one.month, day: one.day } : { year: today.year, ...one })
  const wanted = spanOf(end(from), end(to))
  const form = useSubmit(() => {
    if ('faults' in wanted) return
    change(putCondition(rule, asks, { kind: 'date', id: known?.id ?? newId(), dates: wanted }))
    go({ tab: 'choose', asks })
  })
  const faults = form.tried && 'faults' in wanted ? wanted.faults : []
  const field = (label: string, value: DateEnd | undefined, set: (one: DateEnd | undefined) => void) =>
    yearly ? (
      <YearlyDay label={label} value={value} judged={form.tried} onChange={set} />
    ) : (
      <TextField
        type="date"
        label={label}
        value={value ? textOfDate({ year: today.year, ...value }) : ''}
        onChange={(next) => set(dateOfText(next))}
        error={form.tried && !value ? t('sceneForms.faults.date') : undefined}
      />
    )
  return (
    <Panel
      title={t(known ? 'sceneForms.dates.edit' : 'sceneForms.dates.title')}
      text={t('sceneForms.dates.text')}
    >
      <EntryForm form={form} known={known !== undefined}>
        <Segments
          label={t('sceneForms.time.how')}
          segments={[
            { id: 'yearly', label: t('sceneForms.dates.yearly') },
            { id: 'once', label: t('sceneForms.time.once') },
          ]}
          value={yearly ? 'yearly' : 'once'}
          onChange={(id) => setYearly(id === 'yearly')}
        />
        {field(t('sceneForms.dates.from'), from, setFrom)}
        {field(t('sceneForms.dates.to'), to, setTo)}
        {faults.includes('order') && (
          <p className={forms.fault} role="alert">
            {t('sceneForms.faults.order')}
          </p>
        )}
      </EntryForm>
    </Panel>
  )
}

/** A day of one's own clocks, so many days on. */
function dayAfter(now: number, days: number): DateEnd & { year: number } {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}
