import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { NoPlace } from '../../NoPlace.tsx'
import { useEditor } from '../draft/editor.ts'
import { newId } from '../draft/rule-edit.ts'
import { DurationField } from '../forms/DurationField.tsx'
import { EntryForm } from '../forms/EntryForm.tsx'
import forms from '../forms/forms.module.css'
import { DaysField } from '../forms/times/DaysField.tsx'
import { clockOfText, textOfClock } from '../forms/times/time-trigger.ts'
import { vocabulary } from '../offered/vocabulary.ts'
import { Panel } from '../Panel.tsx'
import { putCondition } from './edit.ts'
import styles from './OnlyIf.module.css'
import { conditionOf, TOP } from './place-asked.ts'
import { type EndDraft, endOf, overMidnight, windowDraftOf, windowOf } from './window-draft.ts'

/** Part of the day, or whole days of the week: between two times, moments of the sun, or one of each. */
export default function WindowForm() {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const { asks = TOP, editing } = place
  const known = conditionOf(rule, editing)
  const [draft, setDraft] = useState(() =>
    windowDraftOf(known?.kind === 'time' ? known.window : undefined, vocabulary.offsetPresets),
  )
  const { part, from, to, days } = draft
  const wanted = windowOf(draft)
  const form = useSubmit(() => {
    if ('faults' in wanted) return
    change(putCondition(rule, asks, { kind: 'time', id: known?.id ?? newId(), window: wanted }))
    go({ tab: 'choose', asks })
  })
  const faults = form.tried && 'faults' in wanted ? wanted.faults : []
  return (
    <Panel
      title={t(known ? 'sceneForms.window.edit' : 'sceneForms.window.title')}
      text={t('sceneForms.time.text')}
    >
      <EntryForm form={form} known={known !== undefined}>
        <Segments
          label={t('sceneForms.window.how')}
          segments={[
            { id: 'part', label: t('sceneForms.window.part') },
            { id: 'days', label: t('sceneForms.window.days') },
          ]}
          value={part ? 'part' : 'days'}
          onChange={(id) => setDraft({ ...draft, part: id === 'part' })}
        />
        {part && (
          <>
            {[from, to].some(({ by }) => by !== 'clock') && <NoPlace />}
            <End
              label={t('sceneForms.window.from')}
              end={from}
              judged={form.tried}
              onChange={(next) => setDraft({ ...draft, from: next })}
            />
            <End
              label={t('sceneForms.window.to')}
              end={to}
              judged={form.tried}
              onChange={(next) => setDraft({ ...draft, to: next })}
            />
            {faults.includes('same') && (
              <p className={forms.fault} role="alert">
                {t('sceneForms.faults.sameEnds')}
              </p>
            )}
            {overMidnight(endOf(from), endOf(to)) && (
              <p className={forms.next}>{t('sceneForms.window.overMidnight')}</p>
            )}
          </>
        )}
        <DaysField days={days} judged={form.tried} onChange={(next) => setDraft({ ...draft, days: next })} />
      </EntryForm>
    </Panel>
  )
}

const WAYS = ['before', 'at', 'after'] as const

function End({
  label,
  end,
  judged,
  onChange,
}: {
  label: string
  end: EndDraft
  judged: boolean
  onChange(end: EndDraft): void
}) {
  const { t } = useText()
  const { by, clock, way, distance } = end
  const faulty = judged && endOf(end) === undefined
  const set = (next: Partial<EndDraft>): void => onChange({ ...end, ...next })
  return (
    <div className={styles.end}>
      <div className={styles.pair}>
        <SelectField
          label={label}
          value={by}
          choices={[
            { value: 'clock', label: t('sceneForms.window.clock') },
            ...vocabulary.sunEvents.map((event) => ({
              value: event,
              label: t(`sceneForms.sun.events.${event}`),
            })),
          ]}
          onChange={(next) => set({ by: next as EndDraft['by'] })}
        />
        {by === 'clock' ? (
          <TextField
            type="time"
            label={t('sceneForms.time.clock')}
            value={textOfClock(clock, false)}
            onChange={(next) => set({ clock: clockOfText(next) })}
            error={faulty ? t('sceneForms.faults.clock') : undefined}
          />
        ) : (
          <SelectField
            label={t('sceneForms.sun.way')}
            value={way}
            choices={WAYS.map((id) => ({ value: id, label: t(`sceneForms.sun.ways.${id}`) }))}
            onChange={(next) => set({ way: next as EndDraft['way'] })}
          />
        )}
      </div>
      {by !== 'clock' && way !== 'at' && (
        <DurationField
          label={t('sceneForms.sun.distance')}
          presets={vocabulary.offsetPresets}
          duration={distance}
          judged={judged}
          onChange={(next) => set({ distance: next })}
        />
      )}
      {by !== 'clock' && faulty && (
        <p className={forms.fault} role="alert">
          {t('sceneForms.faults.far')}
        </p>
      )}
    </div>
  )
}
