import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AlarmMessage, AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { buttonLook } from '#ui/Button.tsx'
import { Icon, type IconName, iconNamed } from '#ui/Icon.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import styles from './alarms.module.css'

interface Step {
  id: string
  icon: IconName
  title: string
  text?: string | undefined
  at?: string | undefined
  told?: readonly AlarmMessage[]
}

/** Only what is certain is said: a mail that was taken is not one that was read (docs/look.md). */
const TONES = {
  ...{ waiting: 'plain', kept: 'warn', sent: 'ok', failed: 'danger', dropped: 'plain', refused: 'warn' },
} as const satisfies Record<AlarmMessage['state'], Tone>

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
    ...[...Map.groupBy(notification.told ?? [], ({ step }) => step)].map(([step, told]) => ({
      id: `told-${step}`,
      icon: 'bell' as const,
      title: t(step === 0 ? 'alarms.toldFirst' : 'alarms.toldNext', { level: told[0]?.level ?? 1 }),
      at: told[0]?.at,
      told,
    })),
    ...(notification.goesOnAt !== undefined && !notification.isReacted
      ? [
          {
            id: 'next',
            icon: 'clock' as const,
            title: t('alarms.goesOn'),
            text: t('alarms.goesOnAt', { when: words.instant(Date.parse(notification.goesOnAt)) }),
          },
        ]
      : []),
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
    ...(notification.addenda ?? []).map(({ responseMsg, by = t('alarms.somebody'), at }) => ({
      id: `addendum-${at}-${by}`,
      icon: 'user' as const,
      title: t('alarms.addendum', {
        time: words.duration((Date.parse(at) - Date.parse(timeOfEventAcknowledge ?? at)) / 1000),
      }),
      text: [by, responseMsg].join(': '),
      at,
    })),
  ]
  const ofAlarm = definitions.screen('alarm_notifications')
  const device = definitions.screen('device')
  const here = deviceId !== undefined && serialNumber === situation.gateway?.serialNumber
  return (
    <div className={styles.story}>
      <ol>
        {steps.map(({ id, icon, title, text, at, told }) => (
          <li key={id} className={styles.step} data-coming={at === undefined || undefined}>
            <span className={styles.dot}>
              <Icon name={icon} size="small" />
            </span>
            <div>
              <b>{title}</b>
              {text && <p>{text}</p>}
              {told && (
                <ul className={styles.sent}>
                  {told.map((one) => (
                    <li key={`${one.firstName} ${one.way}`}>
                      <span>
                        <b>{t(`alarms.ways.${one.way}`)}</b> {one.firstName}
                      </span>
                      <Tag tone={TONES[one.state]} {...(one.state === 'sent' && { icon: 'check' as const })}>
                        {t(`alarms.sentState.${one.state}`)}
                      </Tag>
                    </li>
                  ))}
                </ul>
              )}
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
