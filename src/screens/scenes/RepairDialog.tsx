import { type FormEvent, useId, useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { useDoors } from '#engine/engine.ts'
import { useDevices } from '#engine/property/useHome.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { toasts } from '#ui/toasts.ts'
import { failureWords } from './failure-words.ts'
import { standIns, withDevice, withStatus } from './repair.ts'
import type { Line } from './rule-lines.ts'
import { statusName } from './status-words.ts'
import { useAskAgain, useStatuses } from './use-rules.ts'

interface Props {
  rule: Rule
  broken: NonNullable<Line['broken']>
  onClose(): void
}

interface StandIn {
  value: string
  label: string
  repaired: Rule
}

function useStandIns(rule: Rule, broken: Props['broken']): readonly StandIn[] {
  const text = useText()
  const { heads } = useDevices()
  const { data: statuses = [] } = useStatuses()
  if ('status' in broken)
    return statuses.map((status) => ({
      value: status.resource_id,
      label: statusName(status.name, text),
      repaired: withStatus(rule, broken.status, status),
    }))
  return standIns(rule, broken.device, heads).map((head) => ({
    value: head.id,
    label: head.room ? text.t('handling.move.room', { room: head.name, floor: head.room.name }) : head.name,
    repaired: withDevice(rule, broken.device, head),
  }))
}

/** Something that the rule names is gone: another one that has the same values takes its place, everywhere in the rule. */
export function RepairDialog({ rule, broken, onClose }: Props) {
  const text = useText()
  const { t } = text
  const form = useId()
  const { source } = useDoors()
  const askAgain = useAskAgain()
  const choices = useStandIns(rule, broken)
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const stand = choices.find(({ value }) => value === chosen)
  const kind = 'status' in broken ? 'status' : 'device'

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!stand) return
    setBusy(true)
    const result = await source.order('save_rule', { rule: stand.repaired, base: rule.version ?? 0 })
    setBusy(false)
    askAgain(ruleKeys.rule(rule.id), ruleKeys.list, ruleKeys.versions('rule', rule.id))
    if (!result.ok) return setFault(failureWords(result, text))
    toasts.show({ text: t('scenes.repair.done') })
    onClose()
  }

  return (
    <Dialog
      open
      title={t(`scenes.repair.title.${kind}`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="main" busy={busy} disabled={!stand}>
            {t('scenes.repair.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} noValidate>
        <p>{t(choices.length > 0 ? `scenes.repair.text.${kind}` : `scenes.repair.none.${kind}`)}</p>
        {choices.length > 0 && (
          <SelectField
            label={t(`scenes.repair.label.${kind}`)}
            value={chosen}
            choices={choices}
            error={fault}
            onChange={(next) => {
              setChosen(next)
              setFault(undefined)
            }}
          />
        )}
      </form>
    </Dialog>
  )
}
