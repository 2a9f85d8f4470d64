import { useText } from '#i18n/useText.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { DeviceHead } from '../ports.ts'
import { useProperty } from './state/useProperty.ts'
import { plain } from './state/words-of.ts'
import styles from './UnknownType.module.css'

/** A property type that this version does not know: name and bare value, and it says so. Nothing is silently blank. */
export function UnknownType({
  device,
  placed,
  label,
}: {
  device: DeviceHead
  placed: Placed
  label: string
}) {
  const { t } = useText()
  const { value } = useProperty({ device: device.id, service: placed.service, property: placed.property })
  return (
    <div className={styles.unknown}>
      <p className={styles.line}>
        <span>{label}</span>
        <output>{plain(value)}</output>
      </p>
      <p className={styles.note}>
        {t('device.unknownType', { property: label, type: placed.options.propertyType })}
      </p>
    </div>
  )
}
