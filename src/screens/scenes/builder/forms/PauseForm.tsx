import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { useEditor } from '../draft/editor.ts'
import { newId, pauseOf, putSet } from '../draft/rule-edit.ts'
import { Panel } from '../Panel.tsx'
import { DurationField, durationOf, msOfDuration } from './DurationField.tsx'
import { EntryForm } from './EntryForm.tsx'
import { vocabulary } from './offered.ts'

/** Tab 5: a pause between actions (spec 2 §5). */
export function PauseForm() {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const known = rule.scenes?.find(({ id }) => id === place.editing)
  const [pause, setPause] = useState(() => durationOf(known?.delay, vocabulary.delayPresets[0] ?? 'custom'))
  const ms = msOfDuration(pause)

  const form = useSubmit(() => {
    if (ms === undefined) return
    change(putSet(rule, pauseOf(known?.id ?? newId(), ms)))
    go({ tab: 'actions' })
  })
  return (
    <Panel title={t(known ? 'builder.pause.edit' : 'builder.pause.title')} text={t('builder.pause.text')}>
      <EntryForm form={form} known={known !== undefined}>
        <DurationField
          label={t('builder.pause.how')}
          duration={pause}
          judged={form.tried}
          onChange={setPause}
        />
      </EntryForm>
    </Panel>
  )
}
