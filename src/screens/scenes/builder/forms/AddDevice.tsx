import { useState } from 'react'
import type { DeviceHead } from '#engine/ports.ts'
import { useProperty } from '#engine/property/state/useProperty.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { Badge } from '#ui/Tag.tsx'
import { putSetting } from '../draft/set-edit.ts'
import { canBeSet, settable } from '../offered/offered.ts'
import type { OfferedProperty } from '../offered/properties.ts'
import { Panel } from '../Panel.tsx'
import { propertyName, valueWords } from '../sentences.ts'
import pickerStyles from './DevicePicker.module.css'
import { DevicePicker } from './DevicePicker.tsx'
import { firstValue } from './first-value.ts'

interface Props {
  set: ActionSet
  heads: readonly DeviceHead[]
  onAdd(set: ActionSet): void
  onBack(): void
}

/** Values of a device that this set does not set yet. */
function openOf(head: DeviceHead, { devices = [] }: ActionSet): readonly OfferedProperty[] {
  const settings = devices.find(({ id }) => id === head.id)?.settings ?? []
  return settable(head).filter(
    ({ service, property }) =>
      !settings.some((one) => one.service_name === service && one.property_name === property),
  )
}

/** Chooses a device and what of it is set; read-only values and devices that do nothing are not offered (spec 2 §5). */
export function AddDevice({ set, heads, onAdd, onBack }: Props) {
  const { t } = useText()
  const [head, setHead] = useState<DeviceHead>()

  function add(of: DeviceHead, offered: OfferedProperty, now: unknown): void {
    onAdd(
      putSetting(set, of, {
        service_name: offered.service,
        property_name: offered.property,
        value: firstValue(offered, now),
      }),
    )
  }
  if (!head)
    return (
      <Panel title={t('sceneForms.act.title')} text={t('sceneForms.act.text')} onBack={onBack}>
        <DevicePicker
          heads={heads.filter((one) => canBeSet(one) && openOf(one, set).length > 0)}
          none={{ title: t('sceneForms.act.none'), text: t('sceneForms.act.noneText') }}
          onChoose={setHead}
        />
      </Panel>
    )
  const open = openOf(head, set)
  return (
    <Panel title={t('sceneForms.act.what', { name: head.name })} onBack={() => setHead(undefined)}>
      {open.length === 0 && <EmptyState bare icon="device" title={t('sceneForms.act.none')} />}
      <div className={pickerStyles.groups}>
        <ul aria-label={t('sceneForms.act.what', { name: head.name })}>
          {open.map((offered) => (
            <Choice
              key={`${offered.service}/${offered.property}`}
              head={head}
              offered={offered}
              onChoose={(now) => add(head, offered, now)}
            />
          ))}
        </ul>
      </div>
    </Panel>
  )
}

/** One value of the device, with what it says just now. */
function Choice({
  head,
  offered,
  onChoose,
}: {
  head: DeviceHead
  offered: OfferedProperty
  onChoose(now: unknown): void
}) {
  const { t } = useText()
  const words = useWords()
  const widgets = useWidgets()
  const { value } = useProperty({ device: head.id, service: offered.service, property: offered.property })
  const known = value !== undefined && value !== null
  return (
    <li>
      <button type="button" className={pickerStyles.device} onClick={() => onChoose(value)}>
        <Badge icon={iconNamed(offered.value.icon ?? head.icon, 'device')} />
        <span>
          {propertyName(offered, words)}
          {known && (
            <small>
              {t('sceneForms.trigger.now', { value: valueWords(offered, value, { widgets, words }) })}
            </small>
          )}
        </span>
        <Icon name="plus" size="small" />
      </button>
    </li>
  )
}
