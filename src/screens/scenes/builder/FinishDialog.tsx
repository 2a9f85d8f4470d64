import { type FormEvent, useId, useState } from 'react'
import { type Refusal, ruleQueries } from '#data/rules.ts'
import { useDoors } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { sameName } from '#gateway/lib/clean-name.ts'
import { isMoment } from '#gateway/lib/value-kinds.ts'
import { missingOf } from '#gateway/rules/faults.ts'
import { loopsOf } from '#gateway/rules/loops.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useBench } from './bench.ts'
import styles from './forms.module.css'
import { propertyAt } from './offered.ts'
import { Preview } from './Preview.tsx'
import { useFaults } from './use-facts.ts'

const NAME_LENGTH = 128

/** What the gateway answered: nothing when the scene is stored. */
export type Saved = { flag: Refusal | undefined; text: string } | undefined

interface Props {
  busy: boolean
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
export function FinishDialog({ busy, onSave, onClose }: Props) {
  const { t } = useText()
  const form = useId()
  const { source, home } = useDoors()
  const isEvent: IsEvent = ({ event_source, service_name: service, property_name: property }) =>
    isMoment(propertyAt(home.device(event_source), { service, property })?.value)
  const { rule, existing } = useBench()
  const { data: list } = useQuery(ruleQueries(source).list())
  const { data: all } = useQuery(ruleQueries(source).rules())
  const [name, setName] = useState(existing ? rule.name : '')
  const [judged, setJudged] = useState(false)
  const [answer, setAnswer] = useState<Saved>()
  const missing = missingOf(useFaults(rule))
  const ring = ringOf(rule, all?.rules ?? [], isEvent)
  const wanted = name.trim()
  const taken = (list?.rules ?? []).some((one) => one.id !== rule.id && sameName(one.name, wanted))
  const ofName = answer?.flag === 'name_exists' || answer?.flag === 'sceneNameExists'

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setJudged(true)
    if (busy || wanted === '' || taken) return
    setAnswer(await onSave(wanted))
  }
  const error = (): string | undefined => {
    if (judged && wanted === '') return t('builder.faults.name')
    // spec 2 §5: completing rejects an existing name (sceneNameExists), renaming does too (name_exists).
    if (taken) return t(existing ? 'rules.refusals.name_exists' : 'rules.refusals.sceneNameExists')
    return ofName ? answer.text : undefined
  }
  return (
    <Dialog
      open
      title={t(existing ? 'builder.finish.save' : 'builder.finish.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('builder.finish.goOn')}</Button>
          <Button type="submit" form={form} look="main" busy={busy}>
            {t(existing ? 'builder.finish.saveNow' : 'builder.finish.finish')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {answer && !ofName && (
          <Notice tone="danger" urgent>
            {answer.text}
          </Notice>
        )}
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
        {ring.length > 0 && (
          <Notice tone="warn">{t('builder.finish.ring', { names: ring.join(', ') })}</Notice>
        )}
        {ring.length === 0 && isInRing(rule, isEvent) && (
          <Notice tone="warn">{t('builder.finish.ownRing')}</Notice>
        )}
        <Preview />
      </form>
    </Dialog>
  )
}
