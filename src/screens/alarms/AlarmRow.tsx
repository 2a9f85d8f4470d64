import { useId } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Badge, Tag, type Tone } from '#ui/Tag.tsx'
import { AlarmStory } from './AlarmStory.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import styles from './alarms.module.css'
import { URGENT } from './priorities.ts'

interface Props {
  notification: AlarmNotification
  tone: Tone
  now: number
  /** Several homes are listed: each says which it is. */
  homes: boolean
  open: boolean
  /** Somebody has answered meanwhile, or it was over. */
  gone: boolean
  onOpen(): void
  send(text: string): Promise<boolean>
}

/** What, where and when, and who has answered; opened, the whole story and the answer. */
export function AlarmRow({ notification, tone, now, homes, open, gone, onOpen, send }: Props) {
  const { t } = useText()
  const words = useWords()
  const { situation } = useEngine()
  const details = useId()
  const { title, isReacted, icon = 'bell', alarmNotifParams, gatewayName } = notification
  const { deviceName, roomName, sceneName, notificationPriority } = alarmNotifParams
  const asks = !gone && !isReacted && notification.timeOfEventOver === undefined
  const may = asks && !isOutOfReach({ operations: ['reactToAlarmNotification'] }, situation)
  const at = Date.parse(notification.timeOfEventGeneration)
  const place = [deviceName, roomName, sceneName, homes ? gatewayName : undefined].filter((one) => one)
  const urgent = notificationPriority.alarmPriorityCode === URGENT && asks
  return (
    <li className={styles.row} data-open={open || undefined} data-urgent={urgent || undefined}>
      <div className={styles.line}>
        <Badge icon={iconNamed(icon)} tone={asks ? tone : 'plain'} />
        <button
          type="button"
          className={styles.what}
          aria-expanded={open}
          aria-controls={details}
          onClick={onOpen}
        >
          <b>{title}</b>
          <span>{[...place, words.age(at, now)].join(' · ')}</span>
        </button>
        {!gone && <Standing {...{ notification, now }} />}
        {may && !open && (
          <Button size="dense" aria-label={t('alarms.reactTo', { name: title })} onClick={onOpen}>
            {t('alarms.react')}
          </Button>
        )}
      </div>
      {open && (
        <div id={details} className={styles.details}>
          {gone && (
            <Notice tone="info" urgent action={<AnswersLink {...{ notification }} />}>
              {t('alarms.gone')}
            </Notice>
          )}
          {may && <AnswerForm of={title} send={send} />}
          {!gone && <AlarmStory notification={notification} />}
        </div>
      )}
    </li>
  )
}

/** To the alarm's own list, where it stands open with what became of it. */
function AnswersLink({
  notification: { notificationId, alarmNotifParams },
}: {
  notification: AlarmNotification
}) {
  const { t } = useText()
  const { definitions } = useEngine()
  const screen = definitions.screen('alarm_notifications')
  return (
    screen && (
      <a
        {...buttonLook({ size: 'dense' })}
        href={hrefOf(screen, { alarmCode: alarmNotifParams.alarmCode, open: notificationId })}
      >
        {t('alarms.whatBecame')}
      </a>
    )
  )
}

function Standing({ notification, now }: { notification: AlarmNotification; now: number }) {
  const { t } = useText()
  const words = useWords()
  const { isReacted, reactedBy, timeOfEventAcknowledge: answered, timeOfEventOver: over } = notification
  if (isReacted && answered !== undefined)
    return (
      <Tag tone="ok" icon="check">
        {t('alarms.answeredBy', {
          name: reactedBy ?? t('alarms.somebody'),
          when: words.moment(Date.parse(answered), now, READER),
        })}
      </Tag>
    )
  if (over !== undefined)
    return <Tag icon="check">{t('alarms.overAt', { when: words.moment(Date.parse(over), now, READER) })}</Tag>
  return (
    <Tag tone="warn" icon="alert">
      {t('alarms.open')}
    </Tag>
  )
}
