import { useState } from 'react'
import { Unread } from '#engine/choosing/Unread.tsx'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import type { ActionSet, RuleAction } from '#schemas/generated/entities/rule.ts'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { useRules } from '../../use-rules.ts'
import { useEditor } from '../draft/editor.ts'
import { putSetRule } from '../draft/set-edit.ts'
import pickerStyles from '../forms/DevicePicker.module.css'
import { Panel } from '../Panel.tsx'

/** So many scenes are overlooked without searching. */
const FEW = 8

interface Props {
  set: ActionSet
  onAdd(set: ActionSet): void
  onBack(): void
}

/** Chooses a scene that this one runs or switches; itself it can only switch off (decision 0172). */
export default function AddScene({ set, onAdd, onBack }: Props) {
  const { t } = useText()
  const { rule } = useEditor()
  const asked = useRules()
  const { data, isPending } = asked
  const [search, setSearch] = useState('')
  const taken = new Set((set.rules ?? []).map(({ rule_id }) => rule_id))
  const others: RuleAction[] = (data?.rules ?? [])
    .filter(({ id, draft }) => !draft && id !== rule.id)
    .map(({ id, name }) => ({ rule_id: id, name, act: 'run' }))
  const itself: RuleAction = { rule_id: rule.id, name: rule.name, act: 'switch_off' }
  const open = [...others.toSorted((a, b) => a.name.localeCompare(b.name)), itself].filter(
    ({ rule_id }) => !taken.has(rule_id),
  )
  const wanted = plainLetters(search.trim())
  const nameOf = (one: RuleAction): string => (one === itself ? t('sceneForms.scene.itself') : one.name)
  const found = open.filter((one) => plainLetters(nameOf(one)).includes(wanted))
  return (
    <Panel title={t('sceneForms.scene.title')} text={t('sceneForms.scene.text')} onBack={onBack}>
      {open.length > FEW && (
        <SearchField label={t('sceneForms.scene.search')} value={search} onChange={setSearch} size="normal" />
      )}
      <Unread of={[asked]} title={t('sceneForms.scene.failed')} />
      {isPending && <SkeletonLines lines={3} />}
      {data && found.length === 0 && <EmptyState bare icon="search" title={t('sceneForms.scene.none')} />}
      {data && found.length > 0 && (
        <div className={pickerStyles.groups}>
          <ul aria-label={t('sceneForms.scene.title')}>
            {found.map((one) => (
              <li key={one.rule_id}>
                <button
                  type="button"
                  className={pickerStyles.device}
                  onClick={() => onAdd(putSetRule(set, one))}
                >
                  <Badge icon="scenes" />
                  <span>{nameOf(one)}</span>
                  <Icon name="plus" size="small" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  )
}
