import { type ReactNode, useId } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Badge, Tag, type Tone } from '#ui/Tag.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import styles from './alarms.module.css'
import { NextPeople } from './NextPeople.tsx'
import { URGENT } from './priorities.ts'

interface Props {
  notification: AlarmNotification
  tone: Tone
  now: number
  /** Several homes are listed: each says which it is. */
  homes: boolean
  open: boolean
  /** Its story stands beside the list; without an id it is a page of its own. */
  story: { picked: boolean; panel: string | undefined; href: string }
  /** Somebody has answered meanwhile, or it was over. */
  gone: boolean
  onOpen(): void
  send(text: string): Promise<boolean>
}

/** What, where and when, and who has answered; opened, who hears of it next and the answer. */
export function AlarmRow({ notification, tone, now, homes, open, story, gone, onOpen, send }: Props) {
  const { t } = useText()
  const words = useWords()
  const { definitions, situation } = useEngine()
  const details = useId()
  const { title, isReacted, icon = 'bell', alarmNotifParams, gatewayName } = notification
  const { deviceId, deviceName, roomName, sceneName, notificationPriority } = alarmNotifParams
  const device = definitions.screen('device')
  const here = notification.serialNumber === situation.gateway?.serialNumber
  const asks = !gone && !isReacted && notification.timeOfEventOver === undefined
  const may = asks && !isOutOfReach({ operations: ['reactToAlarmNotification'] }, situation)
  const at = Date.parse(notification.timeOfEventGeneration)
  const place = [deviceName, roomName, sceneName, homes ? gatewayName : undefined].filter((one) => one)
  const urgent = notificationPriority.alarmPriorityCode === URGENT && asks
  const inside = open && (may || gone)
  const what = (
    <>
      <b>{title}</b>
      <span>{[...place, words.age(at, now)].join(' · ')}</span>
    </>
  )
  return (
    <li
      className={styles.row}
      data-open={inside || undefined}
      data-picked={story.picked || undefined}
      data-urgent={urgent || undefined}
    >
      <div className={styles.line}>
        <Badge icon={iconNamed(icon)} tone={asks ? tone : 'plain'} />
        {may || story.panel !== undefined ? (
          <button
            type="button"
            className={styles.what}
            aria-expanded={open || story.picked}
            aria-controls={inside ? details : story.picked ? story.panel : undefined}
            onClick={onOpen}
          >
            {what}
          </button>
        ) : (
          <a className={styles.what} href={story.href}>
            {what}
          </a>
        )}
        {!gone && <Standing {...{ notification, now }} />}
        {may && !open && (
          <Button size="dense" aria-label={t('alarms.reactTo', { name: title })} onClick={onOpen}>
            {t('alarms.react')}
          </Button>
        )}
      </div>
      {inside && (
        <div id={details} className={styles.details}>
          {gone && (
            <Notice tone="info" urgent action={<AnswersLink {...{ notification }} />}>
              {t('alarms.gone')}
            </Notice>
          )}
          {may && notification.goesOnAt !== undefined && (
            <NextPeople at={notification.goesOnAt} to={notification.goesOnTo} />
          )}
          {may && (
            <AnswerForm of={title} send={send}>
              {story.panel === undefined && device && deviceId !== undefined && here && (
                <a {...buttonLook({})} href={hrefOf(device, { id: deviceId })}>
                  {t('alarms.openDevice')}
                </a>
              )}
              {story.panel === undefined && (
                <a {...buttonLook({})} href={story.href}>
                  {t('alarms.story')}
                </a>
              )}
            </AnswerForm>
          )}
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
        href={hrefOf(screen, { alarmCode: alarmNotifParams.alarmCode, open: notificationId, story: 1 })}
      >
        {t('alarms.whatBecame')}
      </a>
    )
  )
}

export function Standing({ notification, now }: { notification: AlarmNotification; now: number }) {
  const { t } = useText()
  const words = useWords()
  const { isReacted, reactedBy, timeOfEventAcknowledge: answered, timeOfEventOver: over } = notification
  if (isReacted && answered !== undefined)
    return (
      <Settled>
        {t('alarms.answeredBy', {
          name: reactedBy ?? t('alarms.somebody'),
          when: words.moment(Date.parse(answered), now, READER),
        })}
      </Settled>
    )
  if (over !== undefined)
    return <Settled>{t('alarms.overAt', { when: words.moment(Date.parse(over), now, READER) })}</Settled>
  return (
    <Tag tone="warn" icon="alert">
      {t('alarms.open')}
    </Tag>
  )
}

/** What was answered loses every colour but that of its tick (mock 18-notifications). */
const Settled = ({ children }: { children: ReactNode }) => (
  <span className={styles.settled}>
    <Icon name="check" size="small" />
    {children}
  </span>
)
