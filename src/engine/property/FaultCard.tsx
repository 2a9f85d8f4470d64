import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './FaultCard.module.css'

interface Props {
  device: string
  property: string | undefined
  retry(): void
}

/** Stands where a widget or a tile has failed. */
export function FaultCard({ device, property, retry }: Props) {
  const { t } = useText()
  return (
    <div className={styles.card} role="status">
      <Icon name="alert" size="small" />
      <p title={t('device.fault.told')}>
        {property
          ? t('device.fault.property', { property, name: device })
          : t('device.fault.tile', { name: device })}
      </p>
      <Button size="dense" onClick={retry}>
        {t('device.fault.retry')}
      </Button>
    </div>
  )
}
