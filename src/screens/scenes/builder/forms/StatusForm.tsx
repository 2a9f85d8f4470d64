import { useState } from 'react'
import { Unread } from '#engine/choosing/Unread.tsx'
import { useText } from '#i18n/useText.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { statusName } from '../../status-words.ts'
import { useStatuses } from '../../use-rules.ts'
import { useEditor } from '../draft/editor.ts'
import { newId, putStatusTrigger } from '../draft/rule-edit.ts'
import { putCondition } from '../only-if/edit.ts'
import { conditionOf } from '../only-if/place-asked.ts'
import { Panel } from '../Panel.tsx'
import { EntryForm } from './EntryForm.tsx'

/** Tab 1 for a status of the home: switched on, or off. */
export function StatusForm() {
  const text = useText()
  const { t } = text
  const { rule, change, place, go } = useEditor()
  const found = useStatuses()
  const { asks, editing } = place
  const asked = conditionOf(rule, editing)
  const known =
    asked?.kind === 'status'
      ? asked.status
      : rule.statuses?.find(({ resource_id }) => resource_id === editing)
  // Asked about it may be as often as one likes.
  const taken = new Set(asks === undefined ? rule.statuses?.map(({ resource_id }) => resource_id) : [])
  const open = (found.data ?? []).filter(
    ({ resource_id }) => resource_id === known?.resource_id || !taken.has(resource_id),
  )
  const [id, setId] = useState(known?.resource_id ?? '')
  const [state, setState] = useState(known?.state ?? true)
  const chosen = open.find((one) => one.resource_id === id) ?? open[0]

  const form = useSubmit(() => {
    if (!chosen) return
    const { resource_id, name, icon } = chosen
    const status = { resource_id, name, icon, state }
    change(
      asks === undefined
        ? putStatusTrigger(rule, status)
        : putCondition(rule, asks, { kind: 'status', id: asked?.id ?? newId(), status }),
    )
    go({ tab: 'choose', ...(asks !== undefined && { asks }) })
  })
  return (
    <Panel
      title={t(known ? 'sceneForms.status.edit' : 'sceneForms.status.title')}
      text={t(asks === undefined ? 'sceneForms.status.text' : 'sceneForms.status.askedText')}
    >
      <Unread of={[found]} title={t('scenes.status.failed')} />
      {found.isPending && <SkeletonLines lines={3} />}
      {found.data && !chosen && (
        <EmptyState bare icon="home-status" title={t('sceneForms.status.none')}>
          <p>{t('sceneForms.status.noneText')}</p>
        </EmptyState>
      )}
      {chosen && (
        <EntryForm form={form} known={known !== undefined}>
          <SelectField
            label={t('sceneForms.status.which')}
            value={chosen.resource_id}
            disabled={known !== undefined && asks === undefined}
            choices={open.map(({ resource_id, name }) => ({
              value: resource_id,
              label: statusName(name, text),
            }))}
            onChange={setId}
          />
          <Segments
            label={t(asks === undefined ? 'sceneForms.status.state' : 'sceneForms.status.askedState')}
            segments={[
              { id: 'on', label: t('builder.status.on') },
              { id: 'off', label: t('builder.status.off') },
            ]}
            value={state ? 'on' : 'off'}
            onChange={(next) => setState(next === 'on')}
          />
        </EntryForm>
      )}
    </Panel>
  )
}
