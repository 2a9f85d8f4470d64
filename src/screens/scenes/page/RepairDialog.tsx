import { useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { Unread } from '#engine/choosing/Unread.tsx'
import { usePorts } from '#engine/engine.ts'
import { failureWords } from '#engine/objects/refusal.ts'
import { useAllDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import type { Repairable } from '../elsewhere/elsewhere.ts'
import { statusName } from '../status-words.ts'
import { useAskAgain, useStatuses } from '../use-rules.ts'
import { standIns, withDevice, withPlace, withStatus } from './repair.ts'

interface Props {
  rule: Rule
  broken: Repairable
  onClose(): void
}

interface StandIn {
  value: string
  label: string
  repaired: Rule
}

function useStandIns(
  rule: Rule,
  broken: Props['broken'],
  statuses: readonly ScenarioStatus[] | undefined,
): readonly StandIn[] | undefined {
  const text = useText()
  const heads = useAllDevices()
  const floors = usePorts().home.floors() ?? []
  if ('place' in broken)
    return floors.flatMap(({ id, name, rooms }) => [
      { value: id, label: name, repaired: withPlace(rule, broken.place, { floor_id: id, name }) },
      ...rooms.map((room) => ({
        value: room.id,
        label: text.t('handling.move.room', { room: room.name, floor: name }),
        repaired: withPlace(rule, broken.place, { room_id: room.id, name: room.name }),
      })),
    ])
  if ('status' in broken)
    return statuses?.map((status) => ({
      value: status.resource_id,
      label: statusName(status.name, text),
      repaired: withStatus(rule, broken.status, status),
    }))
  return (
    heads &&
    standIns(rule, broken.device, heads).map((head) => ({
      value: head.id,
      label: head.room ? text.t('handling.move.room', { room: head.name, floor: head.room.name }) : head.name,
      repaired: withDevice(rule, broken.device, head),
    }))
  )
}

/** Something that the rule names is gone: another one that has the same values takes its place, everywhere in the rule. */
export default function RepairDialog({ rule, broken, onClose }: Props) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const askAgain = useAskAgain()
  const statuses = useStatuses()
  const known = useStandIns(rule, broken, statuses.data)
  const choices = known ?? []
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<string>()
  const stand = choices.find(({ value }) => value === chosen)
  const kind = 'status' in broken ? 'status' : 'place' in broken ? 'place' : 'device'

  const form = useSubmit(async () => {
    if (!stand) return
    const result = await source.order('save_rule', { rule: stand.repaired, base: rule.version ?? 0 })
    askAgain(ruleKeys.rule(rule.id), ruleKeys.list, ruleKeys.versions('rule', rule.id))
    if (!result.ok) return setFault(failureWords(result, text))
    toasts.show({ text: t('scenes.repair.done') })
    onClose()
  })

  return (
    <FormDialog
      title={t(`scenes.repair.title.${kind}`)}
      form={form}
      submit={t('scenes.repair.save')}
      unready={!stand}
      onClose={onClose}
    >
      {'status' in broken && <Unread of={[statuses]} title={t('scenes.status.failed')} />}
      {!known && !('status' in broken) && <SkeletonLines />}
      {known && <p>{t(choices.length > 0 ? `scenes.repair.text.${kind}` : `scenes.repair.none.${kind}`)}</p>}
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
    </FormDialog>
  )
}
