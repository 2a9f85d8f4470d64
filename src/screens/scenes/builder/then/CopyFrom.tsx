import { usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { CopiedValue } from '#schemas/generated/entities/rule.ts'
import type { OfferedProperty } from '../offered/properties.ts'
import { copyable, copySources } from './copy-sources.ts'
import { ValuePicker } from './ValuePicker.tsx'

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
  const { home } = usePorts()
  return (
    <ValuePicker
      title={t('sceneForms.computed.from')}
      text={t('sceneForms.computed.fromText')}
      heads={copySources(home.devices().heads, device, to)}
      valuesOf={(head) => copyable(head, device, to)}
      onChoose={(head, { service, property }) =>
        onChoose({
          kind: 'copy',
          device_id: head.id,
          device_name: head.name,
          service_name: service,
          property_name: property,
        })
      }
      onBack={onBack}
    />
  )
}
