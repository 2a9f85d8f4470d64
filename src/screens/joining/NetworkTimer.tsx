import { clockOf, useCountdown } from '#engine/screens/status/use-countdown.ts'
import { useText } from '#i18n/useText.ts'
import type { Joining } from './joining.ts'
import styles from './NetworkTimer.module.css'

/** How long the network stays open, as the gateway says; spec 2 §4. */
export function NetworkTimer({ joining, leaving = false }: { joining: Joining; leaving?: boolean }) {
  const { t } = useText()
  const { network, told } = joining
  // Also of a gateway that counts as complete whatever has come to an end.
  const lacking = joining.newcomers.some(({ phase }) => phase === 'failed')
  const reason = joining.reason === 'complete' && lacking ? 'incomplete' : joining.reason
  const left = useCountdown(network === 'open' && told ? told.remaining * 1000 : undefined, told, () => {})
  const share = told && left !== undefined && told.timeout > 0 ? left / told.timeout : 0
  return (
    <div className={styles.timer} data-network={network}>
      {network === 'open' && left !== undefined && (
        <div
          className={styles.ring}
          role="timer"
          aria-label={t('joining.timer.left', { time: clockOf(left) })}
          style={{ '--share': `${Math.round(share * 360)}deg` } as React.CSSProperties}
        >
          <span aria-hidden="true">{clockOf(left)}</span>
        </div>
      )}
      <div className={styles.words} role="status">
        <strong>{t(`joining.network.${network}`)}</strong>
        <span>
          {network === 'closed' && reason
            ? t(`joining.reason.${reason}`)
            : leaving && network === 'open'
              ? t('joining.exclude.open')
              : t(`joining.networkText.${network}`)}
        </span>
      </div>
    </div>
  )
}
