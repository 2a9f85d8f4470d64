import { useText } from '#i18n/useText.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import type { Delivery } from '../widget.ts'
import styles from './Receipt.module.css'

type Phase = Exclude<Delivery['phase'], 'reported'>

const ICONS: Readonly<Record<Phase, IconName>> = {
  sending: 'clock',
  accepted: 'check',
  confirmed: 'check-double',
  failed: 'alert',
  diverged: 'diverged',
}

/** Where an order stands, in the ticks that people know from messengers; bottom right, the same everywhere. */
export function Receipt({ phase }: { phase: Delivery['phase'] }) {
  const { t } = useText()
  return (
    // Stays in place while it is empty: readers announce only what changes inside a live region.
    <span className={styles.receipt} data-phase={phase} aria-live="polite">
      {phase !== 'reported' && (
        <span key={phase} className={styles.said}>
          <Icon name={ICONS[phase]} size="mark" />
          {t(`device.receipt.${phase}`)}
        </span>
      )}
    </span>
  )
}
