import { useText } from '#i18n/useText.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './Screen.module.css'
import { clockOf } from './use-countdown.ts'

const RADIUS = 120
const LENGTH = 2 * Math.PI * RADIUS

interface Props {
  icon: string
  /** Seconds that remain, and how many there were at first. */
  remaining?: number
  whole?: number
}

/** One ring: around a picture, or around the time that is left. */
export function Picture({ icon, remaining, whole }: Props) {
  const { t } = useText()
  const part = remaining === undefined || !whole ? 0 : remaining / whole
  return (
    <div className={styles.ring} data-timed={remaining === undefined ? undefined : ''}>
      <svg viewBox="0 0 264 264" aria-hidden="true">
        <circle cx="132" cy="132" r={RADIUS} className={styles.track} />
        {part > 0 && (
          <circle
            cx="132"
            cy="132"
            r={RADIUS}
            className={styles.left}
            strokeDasharray={`${LENGTH * part} ${LENGTH}`}
            transform="rotate(-90 132 132)"
          />
        )}
      </svg>
      <div>
        <Icon name={iconNamed(icon, 'info')} size="large" />
        {remaining !== undefined && (
          <>
            <b role="timer">{clockOf(remaining)}</b>
            <small>{t('engine.status.until')}</small>
          </>
        )}
      </div>
    </div>
  )
}
