import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { NameDialog } from '#engine/objects/NameDialog.tsx'
import type { ActionResult } from '#engine/ports.ts'
import { useQuery } from '#engine/rows.ts'
import { isOfMoment } from '#gateway/rules/conditions.ts'
import { missingOf } from '#gateway/rules/faults/faults.ts'
import { type Beside, besideIn, loopsOf, type Targeted } from '#gateway/rules/loops.ts'
import { leavingOf } from '#gateway/rules/targets/targets.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Notice } from '#ui/Notice.tsx'
import { housedAt } from '../../housed.ts'
import { useKnownStatuses } from '../forms/use-statuses.ts'
import { propertyAt } from '../offered/properties.ts'
import { vocabulary } from '../offered/vocabulary.ts'
import { Preview } from '../Preview.tsx'
import { useFaults } from '../use-facts.ts'
import { useEditor } from './editor.ts'

interface Props {
  /** What stands in its field at first. */
  name: string
  onSave(name: string): Promise<ActionResult | undefined>
  onClose(): void
}

type IsEvent = Parameters<typeof loopsOf>[1]

/** Names of rules that the actions of this one set off, and that set it off in turn. */
function ringOf(
  rule: Rule,
  others: readonly Rule[],
  isEvent: IsEvent,
  targeted: Targeted,
  beside: Beside,
): readonly string[] {
  const all = [...others.filter(({ id }) => id !== rule.id), { ...rule, active: true, draft: false }]
  const ring = loopsOf(all, isEvent, targeted, beside).find((ids) => ids.includes(rule.id)) ?? []
  return ring.filter((id) => id !== rule.id).map((id) => all.find((one) => one.id === id)?.name ?? id)
}

const isInRing = (rule: Rule, isEvent: IsEvent, targeted: Targeted, beside: Beside): boolean =>
  loopsOf([{ ...rule, active: true, draft: false }], isEvent, targeted, beside).length > 0

/** spec 2 §4: the scene is finished by naming it. What is missing, what is gone and what would run in a ring is said before. */
export function FinishDialog({ name, onSave, onClose }: Props) {
  const { t } = useText()
  const { source, home } = usePorts()
  const isEvent: IsEvent = (trigger) => {
    const { event_source, service_name: service, property_name: property } = trigger
    return isOfMoment(trigger, propertyAt(home.device(event_source), { service, property })?.value)
  }
  const targeted: Targeted = (target, set) =>
    leavingOf(target, set, home.devices().heads.map(housedAt), vocabulary)
  const { rule, existing } = useEditor()
  const beside = besideIn(useKnownStatuses())
  const { data: list } = useQuery(ruleQueries(source).list())
  const { data: all } = useQuery(ruleQueries(source).rules())
  const missing = missingOf(useFaults(rule))
  const ring = ringOf(rule, all?.rules ?? [], isEvent, targeted, beside)

  return (
    <NameDialog
      title={t(existing ? 'sceneForms.finish.save' : 'sceneForms.finish.title')}
      submit={t(existing ? 'builder.finish.saveNow' : 'sceneForms.finish.finish')}
      cancel={t('sceneForms.finish.goOn')}
      label={t('sceneForms.finish.name')}
      help={t('sceneForms.finish.nameHelp')}
      name={name}
      others={() => (list?.rules ?? []).flatMap(({ id, name }) => (id === rule.id ? [] : [name]))}
      // spec 2 §5: completing rejects an existing name (sceneNameExists), renaming does too (name_exists).
      taken={existing ? 'name_exists' : 'sceneNameExists'}
      onSave={onSave}
      onClose={onClose}
      more={() => (
        <>
          {missing.length > 0 && <Notice tone="warn">{t('sceneForms.finish.missing')}</Notice>}
          {ring.length > 0 && (
            <Notice tone="warn">{t('sceneForms.finish.ring', { names: ring.join(', ') })}</Notice>
          )}
          {ring.length === 0 && isInRing(rule, isEvent, targeted, beside) && (
            <Notice tone="warn">{t('sceneForms.finish.ownRing')}</Notice>
          )}
          <Preview />
        </>
      )}
    />
  )
}
