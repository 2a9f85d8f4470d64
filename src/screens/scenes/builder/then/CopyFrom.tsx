import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { CopiedValue } from '#schemas/generated/entities/rule.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import pickerStyles from '../forms/DevicePicker.module.css'
import { DevicePicker } from '../forms/DevicePicker.tsx'
import type { OfferedProperty } from '../forms/offered.ts'
import { Panel } from '../Panel.tsx'
import { propertyName } from '../sentences.ts'
import { copyable, copySources } from './copy-sources.ts'

interface Props {
  /** The device that is set, and what of it. */
  device: string
  to: OfferedProperty
  onChoose(copy: CopiedValue): void
  onBack(): void
}

/** Chooses the device, and which of its values, that another one is set to. */
export default function CopyFrom({ device, to, onChoose, onBack }: Props) {
  const { t } = useText()
  const words = useWords()
  const { home } = usePorts()
  const [head, setHead] = useState<DeviceHead>()
  const take = (of: DeviceHead, { service, property }: OfferedProperty): void =>
    onChoose({
      kind: 'copy',
      device_id: of.id,
      device_name: of.name,
      service_name: service,
      property_name: property,
    })
  if (!head)
    return (
      <Panel title={t('builder.computed.from')} text={t('builder.computed.fromText')} onBack={onBack}>
        <DevicePicker
          heads={copySources(home.devices().heads, device, to)}
          none={{ title: t('builder.device.none'), text: t('builder.device.noneText') }}
          onChoose={(of) => {
            const [only, ...more] = copyable(of, device, to)
            if (only && more.length === 0) take(of, only)
            else setHead(of)
          }}
        />
      </Panel>
    )
  const title = t('builder.computed.which', { name: head.name })
  return (
    <Panel title={title} onBack={() => setHead(undefined)}>
      <div className={pickerStyles.groups}>
        <ul aria-label={title}>
          {copyable(head, device, to).map((one) => (
            <li key={`${one.service}/${one.property}`}>
              <button type="button" className={pickerStyles.device} onClick={() => take(head, one)}>
                <Badge icon={iconNamed(one.value.icon ?? head.icon, 'device')} />
                <span>{propertyName(one, words)}</span>
                <Icon name="chevron-right" size="small" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
