import { type ReactNode, useState } from 'react'
import type { DeviceHead } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import pickerStyles from '../forms/DevicePicker.module.css'
import { DevicePicker } from '../forms/DevicePicker.tsx'
import type { OfferedProperty } from '../offered/properties.ts'
import { Panel } from '../Panel.tsx'
import { propertyName } from '../sentences.ts'

interface Props {
  title: string
  text: string
  /** Devices with something to choose. */
  heads: readonly DeviceHead[]
  valuesOf(head: DeviceHead): readonly OfferedProperty[]
  onChoose(head: DeviceHead, offered: OfferedProperty): void
  onBack(): void
  /** What stands above the devices. */
  before?: ReactNode
  /** What is chosen from in their place. */
  instead?: ReactNode
}

/** Chooses a device, and which of its values where it has several. */
export function ValuePicker({ title, text, heads, valuesOf, onChoose, onBack, before, instead }: Props) {
  const { t } = useText()
  const words = useWords()
  const [head, setHead] = useState<DeviceHead>()
  if (!head)
    return (
      <Panel title={title} text={text} onBack={onBack}>
        {before}
        {instead ?? (
          <DevicePicker
            heads={heads}
            none={{ title: t('sceneForms.device.none'), text: t('sceneForms.device.noneText') }}
            onChoose={(of) => {
              const [only, ...more] = valuesOf(of)
              if (only && more.length === 0) onChoose(of, only)
              else setHead(of)
            }}
          />
        )}
      </Panel>
    )
  const which = t('sceneForms.computed.which', { name: head.name })
  return (
    <Panel title={which} onBack={() => setHead(undefined)}>
      <div className={pickerStyles.groups}>
        <ul aria-label={which}>
          {valuesOf(head).map((one) => (
            <li key={`${one.service}/${one.property}`}>
              <button type="button" className={pickerStyles.device} onClick={() => onChoose(head, one)}>
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
