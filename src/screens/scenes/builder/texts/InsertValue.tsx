import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { canTell } from '#gateway/rules/texts/found.ts'
import { useText } from '#i18n/useText.ts'
import type { TextValue } from '#schemas/generated/entities/rule.ts'
import { Icon } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Badge } from '#ui/Tag.tsx'
import { statusIcon, statusName } from '../../status-words.ts'
import pickerStyles from '../forms/DevicePicker.module.css'
import { useKnownStatuses } from '../forms/use-statuses.ts'
import { known } from '../offered/properties.ts'
import { useSpeech } from '../sentences.ts'
import { ValuePicker } from '../then/ValuePicker.tsx'
import { type DraftValue, withValue } from './text-draft.ts'
import { deviceLabel } from './value-label.ts'

interface Props {
  values: readonly DraftValue[]
  onChoose(chosen: ReturnType<typeof withValue>): void
  onBack(): void
}

const KINDS = ['device', 'status'] as const satisfies readonly TextValue['kind'][]

const tellable = (head: DeviceHead) => known(head).filter(({ value }) => canTell(value))

/** Chooses what stands in a text when it is sent: a value of a device, or a status (decision 0162). */
export default function InsertValue({ values, onChoose, onBack }: Props) {
  const { home } = usePorts()
  const text = useText()
  const { t } = text
  const speech = useSpeech()
  const statuses = useKnownStatuses()
  const [of, setOf] = useState<string>(KINDS[0])
  return (
    <ValuePicker
      title={t('sceneForms.texts.title')}
      text={t('sceneForms.texts.text')}
      heads={home.devices().heads.filter((head) => tellable(head).length > 0)}
      valuesOf={tellable}
      onChoose={(head, { service, property }) => {
        const value = {
          kind: 'device',
          device_id: head.id,
          device_name: head.name,
          service_name: service,
          property_name: property,
        } as const
        onChoose(withValue(values, value, deviceLabel(value, speech)))
      }}
      onBack={onBack}
      before={
        statuses.length > 0 && (
          <Segments
            label={t('sceneForms.texts.of')}
            segments={KINDS.map((id) => ({ id, label: t(`sceneForms.texts.kinds.${id}`) }))}
            value={of}
            onChange={setOf}
          />
        )
      }
      instead={
        of === 'status' ? (
          <div className={pickerStyles.groups}>
            <ul aria-label={t('sceneForms.texts.kinds.status')}>
              {statuses.map(({ resource_id, name, icon }) => (
                <li key={resource_id}>
                  <button
                    type="button"
                    className={pickerStyles.device}
                    onClick={() =>
                      onChoose(
                        withValue(values, { kind: 'status', resource_id, name }, statusName(name, text)),
                      )
                    }
                  >
                    <Badge icon={statusIcon(icon)} />
                    <span>{statusName(name, text)}</span>
                    <Icon name="chevron-right" size="small" />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ) : undefined
      }
    />
  )
}
