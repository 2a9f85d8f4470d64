import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { capital, labelOf } from '../../shared/words.ts'
import styles from './DoorLock.module.css'
import { HoldBar } from './HoldBar.tsx'
import { boltWord, type Options, orderFor, read, reportsOf, standingOf } from './value.ts'

/** A lock: locking needs one tap, unlocking is held; what the door says stands above it. */
export function DoorLock(props: PanelProps<Options>) {
  const { label, values, states, options, place, disabled, reason, commit } = props
  const { t } = useText()
  const words = useWords()
  const { bolt } = options
  const standing = standingOf(values, states, options)
  const { locked, turning } = standing
  const reports = reportsOf(values, options, words)
  const wrong = reports.some(({ reading }) => reading.level === 'danger')
  if (place === 'head') return <Word reading={read(values, options, words)} label={label} />

  const order = (lock: boolean) => {
    if (bolt) commit(...orderFor(lock, bolt))
  }
  const off = disabled || !bolt?.settable || turning !== undefined
  return (
    <div className={styles.lock} data-place={place}>
      {reports
        .filter(({ reading }) => place === 'page' || (reading.level && reading.level !== 'ok'))
        .map(({ key, part, reading }) => (
          <p
            key={key}
            className={styles.report}
            data-level={reading.level}
            role={reading.level === 'danger' ? 'alert' : undefined}
          >
            <Icon name={iconNamed(reading.icon)} size="small" />
            <span>{`${labelOf(part, words)}: ${reading.text}`}</span>
          </p>
        ))}
      {place === 'page' && bolt && (
        <p className={styles.now} data-level={locked && !wrong ? 'ok' : undefined}>
          <Icon name={locked === false ? 'unlock' : 'lock'} size="large" />
          <span>{locked === undefined ? t('panels.lock.unknown') : capital(t(boltWord(locked)))}</span>
        </p>
      )}
      <fieldset
        className={styles.controls}
        aria-label={label}
        aria-busy={turning !== undefined || undefined}
        data-turning={turning}
        data-missed={standing.missed || undefined}
      >
        {turning && (
          <span className={styles.turning} role="status">
            <Icon name={turning === 'locking' ? 'lock' : 'unlock'} />
            {t(`panels.lock.${turning}`)}
          </span>
        )}
        {!turning && locked !== false && (
          <HoldBar label={label} disabled={off} reason={reason} unlock={() => order(false)} />
        )}
        {!turning && locked !== true && (
          <button
            type="button"
            className={styles.key}
            aria-label={t('panels.lock.lockNamed', { name: label })}
            disabled={off}
            title={reason}
            onClick={() => order(true)}
          >
            <Icon name="lock" />
            {t('panels.lock.lock')}
          </button>
        )}
      </fieldset>
    </div>
  )
}

function Word({ reading, label }: { reading: ReturnType<typeof read>; label: string }) {
  return (
    <span className={styles.word} data-level={reading.level}>
      <Icon name={iconNamed(reading.icon)} size="mark" />
      <span className="visually-hidden">{`${label}: `}</span>
      <span>{reading.text}</span>
    </span>
  )
}
