import { useState } from 'react'
import { RadioField, SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { useEditor } from '../draft/editor.ts'
import { newId, pauseOf, putSet } from '../draft/rule-edit.ts'
import { vocabulary } from '../offered/vocabulary.ts'
import { askedIn } from '../only-if/place-asked.ts'
import { Panel } from '../Panel.tsx'
import { durationWords, useSpeech } from '../sentences.ts'
import { DurationField, durationOf, msOfDuration } from './DurationField.tsx'
import { EntryForm } from './EntryForm.tsx'

/** Tab 5: a pause between actions (spec 2 §5), perhaps longer by chance (decision 0165), or over as soon as something is so (decision 0202). */
export function PauseForm() {
  const speech = useSpeech()
  const { t } = speech.text
  const { rule, change, place, go } = useEditor()
  const known = rule.scenes?.find(({ id }) => id === place.editing)
  const [pause, setPause] = useState(() => durationOf(known?.delay, vocabulary.delayPresets[0] ?? 'custom'))
  const [spread, setSpread] = useState(known?.spread ?? 0)
  const [awaits, setAwaits] = useState(known?.until !== undefined)
  const ms = msOfDuration(pause)
  // What a file has brought is among them, too.
  const spreads = [...new Set([...vocabulary.spreadPresets, spread])].filter((one) => one > 0)

  const form = useSubmit(() => {
    if (ms === undefined) return
    const id = known?.id ?? newId()
    const until = awaits ? known?.until : undefined
    const { only_if, otherwise, on_answer, by_chance } = known ?? {}
    change(
      putSet(rule, {
        ...pauseOf(id, ms, awaits ? 0 : spread),
        ...(until && { until }),
        ...(only_if && { only_if }),
        ...(otherwise && { otherwise }),
        ...(on_answer && { on_answer }),
        ...(by_chance && { by_chance }),
      }),
    )
    // What it waits for is chosen next.
    go(awaits && !until ? { tab: 'choose', asks: askedIn('wait', id) } : { tab: 'actions' })
  })
  return (
    <Panel
      title={t(known ? 'sceneForms.pause.edit' : 'sceneForms.pause.title')}
      text={t('sceneForms.pause.text')}
    >
      <EntryForm form={form} known={known !== undefined}>
        <RadioField
          label={t('sceneForms.pause.until')}
          value={awaits ? 'until' : 'time'}
          choices={(['time', 'until'] as const).map((value) => ({
            value,
            label: t(`sceneForms.pause.${value}Over`),
          }))}
          onChange={(value) => setAwaits(value === 'until')}
        />
        <DurationField
          label={t(awaits ? 'sceneForms.pause.longest' : 'sceneForms.pause.how')}
          duration={pause}
          judged={form.tried}
          onChange={setPause}
        />
        {!awaits && (
          <SelectField
            label={t('sceneForms.pause.spread')}
            value={String(spread)}
            choices={[
              { value: '0', label: t('sceneForms.pause.exact') },
              ...spreads
                .toSorted((a, b) => a - b)
                .map((one) => ({ value: String(one), label: durationWords(one, speech) })),
            ]}
            onChange={(next) => setSpread(Number(next))}
          />
        )}
      </EntryForm>
    </Panel>
  )
}
