import { useState } from 'react'
import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { NAME_LENGTH } from '#engine/objects/NameDialog.tsx'
import type { Refusal } from '#engine/objects/refusal.ts'
import { useQuery } from '#engine/rows.ts'
import { sameName } from '#gateway/lib/names/clean-name.ts'
import { isMoment } from '#gateway/lib/values/value-kinds.ts'
import { missingOf } from '#gateway/rules/faults.ts'
import { loopsOf } from '#gateway/rules/loops.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { propertyAt } from '../forms/offered.ts'
import { Preview } from '../Preview.tsx'
import { useFaults } from '../use-facts.ts'
import { useEditor } from './editor.ts'

/** What the gateway answered: nothing when the scene is stored. */
export type Saved = { flag: Refusal | undefined; text: string } | undefined

interface Props {
  onSave(name: string): Promise<Saved>
  onClose(): void
}

type IsEvent = Parameters<typeof loopsOf>[1]

/** Names of rules that the actions of this one set off, and that set it off in turn. */
function ringOf(rule: Rule, others: readonly Rule[], isEvent: IsEvent): readonly string[] {
  const all = [...others.filter(({ id }) => id !== rule.id), { ...rule, active: true, draft: false }]
  const ring = loopsOf(all, isEvent).find((ids) => ids.includes(rule.id)) ?? []
  return ring.filter((id) => id !== rule.id).map((id) => all.find((one) => one.id === id)?.name ?? id)
}

const isInRing = (rule: Rule, isEvent: IsEvent): boolean =>
  loopsOf([{ ...rule, active: true, draft: false }], isEvent).length > 0

/** spec 2 §4: the scene is finished by naming it. What is missing, what is gone and what would run in a ring is said before. */
export function FinishDialog({ onSave, onClose }: Props) {
  const { t } = useText()
  const { source, home } = usePorts()
  const isEvent: IsEvent = ({ event_source, service_name: service, property_name: property }) =>
    isMoment(propertyAt(home.device(event_source), { service, property })?.value)
  const { rule, existing } = useEditor()
  const { data: list } = useQuery(ruleQueries(source).list())
  const { data: all } = useQuery(ruleQueries(source).rules())
  const [name, setName] = useState(existing ? rule.name : '')
  const [answer, setAnswer] = useState<Saved>()
  const missing = missingOf(useFaults(rule))
  const ring = ringOf(rule, all?.rules ?? [], isEvent)
  const wanted = name.trim()
  const taken = (list?.rules ?? []).some((one) => one.id !== rule.id && sameName(one.name, wanted))
  const ofName = answer?.flag === 'name_exists' || answer?.flag === 'sceneNameExists'

  const form = useSubmit(async () => {
    if (wanted !== '' && !taken) setAnswer(await onSave(wanted))
  })
  const error = (): string | undefined => {
    if (form.tried && wanted === '') return t('builder.faults.name')
    // spec 2 §5: completing rejects an existing name (sceneNameExists), renaming does too (name_exists).
    if (taken) return t(existing ? 'objects.refused.name_exists' : 'objects.refused.sceneNameExists')
    return ofName ? answer.text : undefined
  }
  return (
    <FormDialog
      title={t(existing ? 'builder.finish.save' : 'builder.finish.title')}
      form={form}
      submit={t(existing ? 'builder.finish.saveNow' : 'builder.finish.finish')}
      cancel={t('builder.finish.goOn')}
      failure={ofName ? undefined : answer?.text}
      onClose={onClose}
    >
      <TextField
        label={t('builder.finish.name')}
        help={t('builder.finish.nameHelp')}
        value={name}
        maxLength={NAME_LENGTH}
        autoComplete="off"
        error={error()}
        onChange={(next) => {
          setAnswer(undefined)
          setName(next)
        }}
      />
      {missing.length > 0 && <Notice tone="warn">{t('builder.finish.missing')}</Notice>}
      {ring.length > 0 && <Notice tone="warn">{t('builder.finish.ring', { names: ring.join(', ') })}</Notice>}
      {ring.length === 0 && isInRing(rule, isEvent) && (
        <Notice tone="warn">{t('builder.finish.ownRing')}</Notice>
      )}
      <Preview />
    </FormDialog>
  )
}
