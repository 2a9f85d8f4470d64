import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { buttonLook } from '#ui/Button.tsx'
import { Icon, type IconName, iconNamed } from '#ui/Icon.tsx'
import styles from './alarms.module.css'

interface Step {
  id: string
  icon: IconName
  title: string
  text?: string | undefined
  at?: string | undefined
}

/** What became of it, as one thread; what is still to come is dashed. */
export function AlarmStory({ notification }: { notification: AlarmNotification }) {
  const { t } = useText()
  const words = useWords()
  const { definitions, situation } = useEngine()
  const { alarmNotifParams, timeOfEventAcknowledge, timeOfEventOver, serialNumber } = notification
  const { alarmCode, deviceId } = alarmNotifParams
  const steps: Step[] = [
    {
      id: 'raised',
      icon: iconNamed(notification.icon ?? 'bell'),
      title: t('alarms.raised'),
      text: notification.desc,
      at: notification.timeOfEventGeneration,
    },
    ...(timeOfEventOver !== undefined
      ? [{ id: 'over', icon: 'check' as const, title: t('alarms.over'), at: timeOfEventOver }]
      : []),
    {
      id: 'reaction',
      icon: 'user',
      title: t('alarms.reaction'),
      text: notification.isReacted
        ? [notification.reactedBy, notification.responseMsg].filter((one) => one).join(': ')
        : timeOfEventOver === undefined
          ? t('alarms.nobody')
          : t('alarms.unneeded'),
      at: timeOfEventAcknowledge,
    },
  ]
  const ofAlarm = definitions.screen('alarm_notifications')
  const device = definitions.screen('device')
  const here = deviceId !== undefined && serialNumber === situation.gateway?.serialNumber
  return (
    <div className={styles.story}>
      <ol>
        {steps.map(({ id, icon, title, text, at }) => (
          <li key={id} data-coming={at === undefined || undefined}>
            <span className={styles.dot}>
              <Icon name={icon} size="small" />
            </span>
            <div>
              <b>{title}</b>
              {text && <p>{text}</p>}
            </div>
            {at !== undefined && <time dateTime={at}>{words.instant(Date.parse(at))}</time>}
          </li>
        ))}
      </ol>
      <div className={styles.tools}>
        {device && here && (
          <a {...buttonLook({ size: 'dense' })} href={hrefOf(device, { id: deviceId })}>
            {t('alarms.openDevice')}
          </a>
        )}
        {ofAlarm && (
          <a {...buttonLook({ look: 'quiet', size: 'dense' })} href={hrefOf(ofAlarm, { alarmCode })}>
            {t('alarms.allOf')}
          </a>
        )}
      </div>
    </div>
  )
}
