import { useState } from 'react'
import type { DeviceHead } from '#engine/ports.ts'
import { useAllDevices } from '#engine/property/state/useHome.ts'
import { readable } from '#gateway/lib/values/value-kinds.ts'
import { SILENCE } from '#gateway/rules/silence/bounds.ts'
import { useText } from '#i18n/useText.ts'
import type { SilenceTrigger } from '#schemas/generated/entities/rule.ts'
import { NumberField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { useEditor } from '../draft/editor.ts'
import { newId, putSilenceTrigger } from '../draft/rule-edit.ts'
import { known as valuesOf } from '../offered/properties.ts'
import { Panel } from '../Panel.tsx'
import { DevicePicker } from './DevicePicker.tsx'
import { EntryForm } from './EntryForm.tsx'
import styles from './forms.module.css'

const MINUTE = 60_000
const UNITS = { minutes: MINUTE, hours: 60 * MINUTE, days: 24 * 60 * MINUTE } as const
type Unit = keyof typeof UNITS
const ORDER: readonly Unit[] = ['minutes', 'hours', 'days']
const USUAL = 24 * UNITS.hours

/** The largest unit of which it is a whole number; a day is said in hours. */
const unitOf = (ms: number): Unit =>
  ms % UNITS.days === 0 && ms > UNITS.days ? 'days' : ms % UNITS.hours === 0 ? 'hours' : 'minutes'

const tellsAnything = (head: DeviceHead): boolean => valuesOf(head).some(({ value }) => readable(value))

/** A device has not reported anything for some time: which device, and how long. */
export default function SilenceForm() {
  const { t } = useText()
  const { rule, place, go } = useEditor()
  const heads = useAllDevices()
  const known = rule.silence_triggers?.find(({ id }) => id === place.editing)
  const id = known?.device_id ?? place.device
  const head = heads?.find((one) => one.id === id)
  if (id === undefined)
    return (
      <Panel title={t('sceneForms.silence.title')} text={t('sceneForms.silence.text')}>
        <DevicePicker
          heads={heads?.filter(tellsAnything)}
          none={{ title: t('sceneForms.device.none'), text: t('sceneForms.device.noneText') }}
          onChoose={(chosen) => go({ ...place, device: chosen.id })}
        />
      </Panel>
    )
  if (!heads) return <SkeletonLines />
  if (!head)
    return (
      <Panel title={t('sceneForms.silence.edit')}>
        <EmptyState bare icon="warning" tone="warn" title={t('builder.gone')}>
          <p>{t('sceneForms.trigger.goneText')}</p>
        </EmptyState>
      </Panel>
    )
  return <Entry key={id} head={head} known={known} />
}

function Entry({ head, known }: { head: DeviceHead; known: SilenceTrigger | undefined }) {
  const { t } = useText()
  const { rule, change, go } = useEditor()
  const before = known?.after ?? USUAL
  const [unit, setUnit] = useState<Unit>(() => unitOf(before))
  const [count, setCount] = useState<number | undefined>(before / UNITS[unitOf(before)])
  const after = count === undefined || !Number.isInteger(count) ? undefined : count * UNITS[unit]
  const wrong = after === undefined || after < SILENCE.shortest || after > SILENCE.longest
  const twice = rule.silence_triggers?.some(
    (one) => one.id !== known?.id && one.device_id === head.id && one.after === after,
  )
  const form = useSubmit(() => {
    if (wrong || twice) return
    const { id: device_id, name: device_name } = head
    change(putSilenceTrigger(rule, { id: known?.id ?? newId(), device_id, device_name, after }))
    go({ tab: 'choose' })
  })
  const error = wrong
    ? t('sceneForms.silence.bad', { most: SILENCE.longest / UNITS[unit] })
    : twice && t('sceneForms.silence.twice')
  return (
    <Panel
      title={t(known ? 'sceneForms.silence.edit' : 'sceneForms.silence.howLong')}
      text={t('sceneForms.silence.timeText')}
    >
      <div className={styles.device}>
        <Badge icon={iconNamed(head.icon, 'device')} />
        <span>
          <strong>{head.name}</strong>
          <small>{head.room?.name}</small>
        </span>
      </div>
      <EntryForm form={form} known={known !== undefined}>
        <NumberField
          label={t('sceneForms.silence.time')}
          inputMode="numeric"
          value={count}
          min={1}
          max={SILENCE.longest / UNITS[unit]}
          error={form.tried && error ? error : undefined}
          onChange={setCount}
        />
        <Segments
          label={t('sceneForms.silence.unit')}
          segments={ORDER.map((id) => ({ id, label: t(`sceneForms.silence.units.${id}`) }))}
          value={unit}
          onChange={(id) => setUnit(ORDER.find((one) => one === id) ?? 'hours')}
        />
      </EntryForm>
    </Panel>
  )
}
