import { useState } from 'react'
import { Unread } from '#engine/choosing/Unread.tsx'
import { useText } from '#i18n/useText.ts'
import type { RunEnd } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useRules } from '../../use-rules.ts'
import { useEditor } from '../draft/editor.ts'
import { newId, putRunTrigger } from '../draft/rule-edit.ts'
import { Panel } from '../Panel.tsx'
import { EntryForm } from './EntryForm.tsx'

const ENDS: readonly RunEnd[] = ['over', 'failed']

/** A run of another scene is over, or could not do all of its steps. For its own end none can wait (decision 0259). */
export default function RunEndForm() {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const asked = useRules()
  const { data, isPending } = asked
  const known = rule.run_triggers?.find(({ id }) => id === place.editing)
  const [chosen, setChosen] = useState(known?.rule_id ?? '')
  const [end, setEnd] = useState<RunEnd>(known?.end ?? 'over')
  const others = (data?.rules ?? [])
    .filter(({ id, draft }) => !draft && id !== rule.id)
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const other = others.find(({ id }) => id === chosen) ?? (known ? undefined : others[0])
  const twice = rule.run_triggers?.some(
    (one) => one.id !== known?.id && one.rule_id === other?.id && one.end === end,
  )
  const form = useSubmit(() => {
    if (!other || twice) return
    const { id: rule_id, name } = other
    change(putRunTrigger(rule, { id: known?.id ?? newId(), rule_id, name, end }))
    go({ tab: 'choose' })
  })
  const gone = known && !other ? [{ value: known.rule_id, label: known.name }] : []
  return (
    <Panel
      title={t(known ? 'sceneForms.runEnd.edit' : 'sceneForms.runEnd.title')}
      text={t('sceneForms.runEnd.text')}
    >
      <Unread of={[asked]} title={t('sceneForms.scene.failed')} />
      {isPending && <SkeletonLines lines={3} />}
      {data && others.length === 0 && (
        <EmptyState bare icon="scenes" title={t('sceneForms.scene.none')}>
          <p>{t('sceneForms.runEnd.noneText')}</p>
        </EmptyState>
      )}
      {others.length > 0 && (
        <EntryForm form={form} known={known !== undefined}>
          <SelectField
            label={t('sceneForms.runEnd.which')}
            value={other?.id ?? known?.rule_id ?? ''}
            choices={[...gone, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
            error={
              form.tried && twice
                ? t('sceneForms.runEnd.twice')
                : gone.length > 0
                  ? t('builder.gone')
                  : undefined
            }
            onChange={setChosen}
          />
          <Segments
            label={t('sceneForms.runEnd.end')}
            segments={ENDS.map((id) => ({ id, label: t(`sceneForms.runEnd.ends.${id}`) }))}
            value={end}
            onChange={(id) => setEnd(ENDS.find((one) => one === id) ?? 'over')}
          />
        </EntryForm>
      )}
    </Panel>
  )
}
