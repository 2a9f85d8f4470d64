import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AlarmMessage, AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { buttonLook } from '#ui/Button.tsx'
import { Icon, type IconName, iconNamed } from '#ui/Icon.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import styles from './AlarmStory.module.css'
import { Countdown, useNextNames } from './NextPeople.tsx'
import { ICONS } from './way-icons.ts'

interface Step {
  id: string
  icon: IconName
  tone?: 'danger' | 'warn' | 'ok'
  title: string
  text?: string | undefined
  /** What somebody said. */
  said?: string | undefined
  at?: string | undefined
  /** When it will be, as far as that is known. */
  due?: string
  told?: readonly AlarmMessage[]
}

/** Only what is certain is said: a mail that was taken is not one that was read (docs/look.md). */
const TONES = {
  ...{ waiting: 'plain', kept: 'warn', sent: 'ok', failed: 'danger', dropped: 'plain', refused: 'warn' },
} as const satisfies Record<AlarmMessage['state'], Tone>

const MARKS: Partial<Record<AlarmMessage['state'], IconName>> = {
  ...{ waiting: 'clock', sent: 'check', failed: 'alert' },
}

/** What became of it, as one thread; what is still to come is dotted, and dashed. */
export function AlarmStory({ notification }: { notification: AlarmNotification }) {
  const { t } = useText()
  const words = useWords()
  const { definitions, situation } = useEngine()
  const steps = useSteps(notification)
  const { alarmNotifParams, timeOfEventGeneration: raised, timeOfEventAcknowledge: answered } = notification
  const { alarmCode, deviceId } = alarmNotifParams
  const ofAlarm = definitions.screen('alarm_notifications')
  const alarms = definitions.screen('alarms')
  const device = definitions.screen('device')
  const here = deviceId !== undefined && notification.serialNumber === situation.gateway?.serialNumber
  const told = notification.told ?? []
  const people = new Set(told.map(({ firstName }) => firstName)).size
  return (
    <>
      <ol className={styles.story}>
        {steps.map(({ id, icon, tone, title, text, said, at, due, told: sent }) => (
          <li key={id} className={styles.step} data-coming={at === undefined || undefined}>
            <span className={styles.dot} data-tone={tone}>
              <Icon name={icon} size="small" />
            </span>
            <div className={styles.stepHead}>
              <b>{title}</b>
              {at !== undefined && (
                <time dateTime={at} title={words.instant(Date.parse(at))}>
                  {id === 'raised'
                    ? words.instant(Date.parse(at))
                    : words.moment(Date.parse(at), Date.parse(raised), READER)}
                </time>
              )}
              {due !== undefined && <Countdown at={due} />}
            </div>
            {text && <p>{text}</p>}
            {said && <blockquote>{said}</blockquote>}
            {sent && <Sent told={sent} />}
          </li>
        ))}
      </ol>
      {(answered !== undefined || people > 0) && (
        <dl className={styles.figures}>
          {answered !== undefined && (
            <div>
              <dt>{t('alarms.untilReaction')}</dt>
              <dd>{words.duration((Date.parse(answered) - Date.parse(raised)) / 1000)}</dd>
            </div>
          )}
          {people > 0 && (
            <div>
              <dt>{t('alarms.toldTo')}</dt>
              <dd>
                {[t('alarms.people', { count: people }), t('alarms.messages', { count: told.length })].join(
                  ', ',
                )}
              </dd>
            </div>
          )}
        </dl>
      )}
      <div className={styles.panelFoot}>
        {device && here && (
          <a {...buttonLook({ size: 'dense' })} href={hrefOf(device, { id: deviceId })}>
            {t('alarms.openDevice')}
          </a>
        )}
        {alarms && (
          <a {...buttonLook({ size: 'dense' })} href={hrefOf(alarms, { alarm: alarmCode })}>
            {t('alarms.seeAlarm')}
          </a>
        )}
        {ofAlarm && (
          <a {...buttonLook({ look: 'quiet', size: 'dense' })} href={hrefOf(ofAlarm, { alarmCode })}>
            {t('alarms.allOf')}
          </a>
        )}
      </div>
    </>
  )
}

/** One row a person and way, with its receipt (docs/look.md). */
function Sent({ told }: { told: readonly AlarmMessage[] }) {
  const { t } = useText()
  return (
    <ul className={styles.sent}>
      {told.map(({ firstName, way, state, reason }) => {
        const mark = MARKS[state]
        return (
          <li key={`${firstName} ${way}`}>
            <Icon name={ICONS[way]} size="small" />
            <span>
              <b>{t(`alarms.ways.${way}`)}</b> {firstName}
            </span>
            <Tag tone={TONES[state]} {...(mark && { icon: mark })}>
              {t(`alarms.sentState.${state}`)}
            </Tag>
            {reason !== undefined && <small>{reason}</small>}
          </li>
        )
      })}
    </ul>
  )
}

function useSteps(notification: AlarmNotification): readonly Step[] {
  const { t } = useText()
  const words = useWords()
  const next = useNextNames(notification.goesOnTo)
  const { timeOfEventAcknowledge, timeOfEventOver, goesOnAt, isReacted } = notification
  const steps: readonly Step[] = [
    {
      id: 'raised',
      icon: iconNamed(notification.icon ?? 'bell'),
      tone: 'danger',
      title: t('alarms.raised'),
      text: notification.desc,
      at: notification.timeOfEventGeneration,
    },
    ...[...Map.groupBy(notification.told ?? [], ({ step }) => step)].map(
      ([step, told]): Step => ({
        id: `told-${step}`,
        icon: step === 0 ? 'bell' : 'chevron-up',
        ...(step > 0 && { tone: 'warn' }),
        title: t(step === 0 ? 'alarms.toldFirst' : 'alarms.toldNext', { level: told[0]?.level ?? 1 }),
        at: told[0]?.at,
        told,
      }),
    ),
    ...(timeOfEventOver === undefined
      ? []
      : [{ id: 'over', icon: 'check', tone: 'ok', title: t('alarms.over'), at: timeOfEventOver } as const]),
    ...(goesOnAt === undefined || isReacted
      ? []
      : [
          {
            ...({ id: 'next', icon: 'clock', title: t('alarms.goesOn'), due: goesOnAt } as const),
            text: next ?? t('alarms.goesOnAt', { when: words.instant(Date.parse(goesOnAt)) }),
          },
        ]),
    isReacted
      ? {
          id: 'reaction',
          icon: 'check',
          tone: 'ok',
          title: t('alarms.reactedBy', { name: notification.reactedBy ?? t('alarms.somebody') }),
          said: notification.responseMsg,
          at: timeOfEventAcknowledge,
        }
      : {
          id: 'reaction',
          icon: 'user',
          title: t('alarms.reaction'),
          text: t(timeOfEventOver === undefined ? 'alarms.nobody' : 'alarms.unneeded'),
        },
    ...(notification.addenda ?? []).map(
      ({ responseMsg, by = t('alarms.somebody'), at }): Step => ({
        id: `addendum-${at}-${by}`,
        icon: 'user',
        title: t('alarms.addendum', {
          time: words.duration((Date.parse(at) - Date.parse(timeOfEventAcknowledge ?? at)) / 1000),
        }),
        text: by,
        said: responseMsg,
        at,
      }),
    ),
  ]
  // In the order in which it happened, and then what is still to come.
  return steps.toSorted((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(a) - timeOf(b)))
}

const timeOf = ({ at }: Step): number => (at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at))
