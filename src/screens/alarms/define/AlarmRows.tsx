import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import alarmStyles from '../alarms.module.css'
import { PRIORITIES } from '../priorities.ts'
import styles from './define.module.css'
import { nameOf } from './name-of.ts'
import { WayIcons } from './ways.tsx'

interface Props {
  alarms: readonly Alarm[]
  /** Of the one that stands beside the list. */
  picked: string | undefined
  /** Those of which something that was typed is not saved. */
  unsaved: readonly string[]
  /** How many people of the chosen home each is told to; administrators look at no home. */
  recipients: boolean
  onPick(alarm: Alarm): void
}

/** Rows at a desk, cards on a phone; a whole row is what a hand hits. */
export function AlarmRows({ alarms, picked, unsaved, recipients, onPick }: Props) {
  const { t } = useText()
  return (
    <div className={styles.table} data-recipients={recipients || undefined}>
      <div className={styles.heads} aria-hidden="true">
        <span>{t('alarms.alarm')}</span>
        <span>{t('alarms.byPriority')}</span>
        <span>{t('alarms.toldBy')}</span>
        {recipients && <span>{t('alarms.recipients')}</span>}
      </div>
      <ul>
        {alarms.map((alarm) => {
          const { name, desc } = nameOf(alarm, language())
          const { alarmPriorityCode: code } = alarm.alarmPriority
          const word = PRIORITIES.find((one) => one.code === code)?.name ?? 'low'
          const count = alarm.recipients ?? 0
          return (
            <li
              key={alarm._id}
              className={styles.definition}
              data-picked={alarm.alarmCode === picked || undefined}
            >
              <button
                type="button"
                className={alarmStyles.what}
                aria-current={alarm.alarmCode === picked || undefined}
                onClick={() => onPick(alarm)}
              >
                <b>{name}</b>
                <span>
                  {[
                    String(alarm.alarmId),
                    ...(desc ? [desc] : []),
                    ...(unsaved.includes(alarm._id) ? [t('alarms.unsaved')] : []),
                  ].join(' · ')}
                </span>
              </button>
              <span className={alarmStyles.priority} data-priority={code}>
                {t(`alarms.priority.${word}`)}
              </span>
              <WayIcons ways={alarm.wayOfNotify} />
              {recipients && (
                <span className={styles.told}>
                  {count === 0 ? t('alarms.everybody') : t('alarms.people', { count })}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
