import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './alarms.module.css'
import { ICONS } from './way-icons.ts'

/** Who hears of it next, and in how long, while nobody has answered (mock 18-notifications). */
export function NextPeople({ at, to }: { at: string; to: AlarmNotification['goesOnTo'] }) {
  const { t } = useText()
  const names = useNextNames(to)
  const [way] = to?.[0]?.ways ?? []
  return (
    <p className={styles.next}>
      <Icon name={way ? ICONS[way] : 'clock'} size="small" />
      <span>{names === undefined ? t('alarms.nextLevel') : t('alarms.nextTo', { names })}</span>
      <Countdown at={at} />
    </p>
  )
}

/** Ruth Bühler (call), Noah (push); undefined: nobody knows. */
export function useNextNames(to: AlarmNotification['goesOnTo']): string | undefined {
  const { t } = useText()
  if (!to || to.length === 0) return undefined
  return to
    .map(({ firstName, ways }) => `${firstName} (${ways.map((way) => t(`alarms.ways.${way}`)).join(', ')})`)
    .join(', ')
}

const SECOND = 1000

/** Counts down by the second; whoever reads it aloud asks for it, and is not interrupted. */
export function Countdown({ at }: { at: string }) {
  const { t } = useText()
  const left = Math.max(0, Math.ceil((Date.parse(at) - useNow(SECOND)) / SECOND))
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  const two = (value: number): string => String(value).padStart(2, '0')
  const time = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
  return (
    <time dateTime={at} className={styles.countdown}>
      {left === 0 ? t('alarms.nextNow') : t('alarms.nextIn', { time })}
    </time>
  )
}
