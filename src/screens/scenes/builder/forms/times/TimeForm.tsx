import { useState } from 'react'
import { isPast } from '#gateway/rules/moments/moments.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { useEditor } from '../../draft/editor.ts'
import { newId, putTimeTrigger } from '../../draft/rule-edit.ts'
import { YearlyDay } from '../../only-if/YearlyDay.tsx'
import { Panel } from '../../Panel.tsx'
import { ownZone } from '../../use-facts.ts'
import { EntryForm } from '../EntryForm.tsx'
import styles from '../forms.module.css'
import { DaysField } from './DaysField.tsx'
import {
  clockOfText,
  type Recurs,
  type TimeDraft,
  textOfClock,
  timeDraftOf,
  timeFaults,
  timeTriggerOf,
} from './time-trigger.ts'

const DAYS_OF_MONTH = { min: 1, max: 31, step: 1 }

/** A time once, or on weekdays (spec 2 §3, §5); on a day of every month or year (decision 0206). */
export function TimeForm() {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const known = rule.time_triggers?.find(({ id }) => id === place.editing)
  const [draft, setDraft] = useState<TimeDraft>(() => timeDraftOf(known, new Date()))
  const [precise, setPrecise] = useState(() => (draft.clock.second ?? 0) > 0)
  const [past, setPast] = useState(false)
  const faults = timeFaults(draft)
  const { recurs, on, date, days, clock } = draft

  const set = (part: Partial<TimeDraft>): void => {
    setPast(false)
    setDraft({ ...draft, ...part })
  }
  const form = useSubmit(() => {
    if (faults.length > 0) return
    const trigger = timeTriggerOf(known?.id ?? newId(), draft)
    // spec 2 §5: a time in the past is rejected unless it repeats (dateInPast).
    if (isPast(trigger, ownZone(), Date.now())) return setPast(true)
    change(putTimeTrigger(rule, trigger))
    go({ tab: 'choose' })
  })
  return (
    <Panel
      title={t(known ? 'sceneForms.time.edit' : 'sceneForms.time.title')}
      text={t('sceneForms.time.text')}
    >
      <EntryForm form={form} known={known !== undefined}>
        <Segments
          label={t('sceneForms.time.how')}
          segments={[
            { id: 'weekly', label: t('sceneForms.time.repeats') },
            { id: 'once', label: t('sceneForms.time.once') },
            { id: 'month', label: t('sceneForms.time.monthly') },
            { id: 'year', label: t('sceneForms.dates.yearly') },
          ]}
          rows
          value={recurs}
          onChange={(id) => set({ recurs: id as Recurs })}
        />
        {recurs === 'weekly' && (
          <DaysField days={days} judged={form.tried} onChange={(next) => set({ days: next })} />
        )}
        {recurs === 'month' && (
          <NumberField
            label={t('sceneForms.time.dayOfMonth')}
            help={t('sceneForms.time.shortMonths')}
            inputMode="numeric"
            {...DAYS_OF_MONTH}
            value={on.day === 0 ? undefined : on.day}
            error={form.tried && faults.includes('date') ? t('sceneForms.faults.day') : undefined}
            onChange={(next) => set({ on: { ...on, day: next ?? 0 } })}
          />
        )}
        {recurs === 'year' && (
          <YearlyDay
            label={t('sceneForms.time.day')}
            value={on}
            judged={form.tried}
            onChange={(next) => set({ on: next ?? on })}
          />
        )}
        {recurs === 'once' && (
          <TextField
            type="date"
            label={t('sceneForms.time.date')}
            value={date}
            onChange={(next) => set({ date: next })}
            error={
              form.tried && faults.includes('date')
                ? t('sceneForms.faults.date')
                : past
                  ? t('objects.refused.dateInPast')
                  : undefined
            }
          />
        )}
        <div className={styles.time}>
          <TextField
            type="time"
            step={precise ? 1 : undefined}
            label={t('sceneForms.time.clock')}
            value={textOfClock(clock, precise)}
            onChange={(next) => set({ clock: clockOfText(next) })}
            error={form.tried && faults.includes('clock') ? t('sceneForms.faults.clock') : undefined}
          />
          {!precise && (
            <Button look="quiet" onClick={() => setPrecise(true)}>
              {t('sceneForms.time.precise')}
            </Button>
          )}
        </div>
      </EntryForm>
    </Panel>
  )
}
