import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import type { AlarmRecipient } from '#schemas/generated/entities/alarm-recipient.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import alarmStyles from '../alarms.module.css'
import styles from './define.module.css'
import { RecipientDialog } from './RecipientDialog.tsx'
import { waitOf } from './wait-of.ts'
import { type Way, WaySwitches } from './ways.tsx'

/** Levels that there may be (schemas/entities/alarm-recipient.json). */
const LEVELS = [1, 2, 3, 4, 5] as const
const MOST = 100

interface Props {
  serialNumber: string
  alarm: Alarm
  /** How long an answer is waited for at each level, in seconds; undefined while nobody knows. */
  seconds: number | undefined
  /** What heads a level, below whatever heads the chain. */
  heading?: 'h2' | 'h3'
  onChanged(): void
}

/** Whom an alarm of the home is told to, level after level, until somebody answers (mock 19-alarms). */
export function Chain({ serialNumber, alarm, seconds, heading: Heading = 'h2', onChanged }: Props) {
  const text = useText()
  const { t } = text
  const { situation } = useEngine()
  const { source } = usePorts()
  const [adding, setAdding] = useState<number>()
  const about = { serialNumber, alarmCode: alarm.alarmCode, limit: MOST }
  const found = useQuery({
    queryKey: rowsKey('listAlarmRecipients', about),
    queryFn: ({ signal }) => source.load('listAlarmRecipients', about, signal),
  })
  const may = !isOutOfReach({ operations: ['setAlarmRecipients'] }, situation)
  const people = found.data?.data ?? []
  const used = [...new Set(people.map(({ level }) => level))].toSorted((a, b) => a - b)
  const last = used.at(-1)
  const { repeats = 0 } = alarm
  const next = LEVELS.find((level) => level > (last ?? 0))
  const turn = async (recipient: AlarmRecipient, way: Way): Promise<void> => {
    await source.call('updateAlarmRecipient', { id: recipient.id, [way]: !recipient[way] })
    onChanged()
  }
  const remove = async ({ id }: AlarmRecipient): Promise<void> => {
    await source.call('deleteAlarmRecipient', { id })
    onChanged()
  }
  if (found.isPending) return <Skeleton height="240px" />
  if (found.error && !found.data)
    return (
      <ErrorState title={t('alarms.recipientsFailed')} onRetry={() => void found.refetch()}>
        {failureText(found.error, text)} {t('alarms.nonetheless')}
      </ErrorState>
    )
  return (
    <>
      <ol className={styles.chain}>
        {used.length === 0 && (
          <li>
            <Notice tone="info">{t('alarms.everybodyAbout')}</Notice>
          </li>
        )}
        {used.map((level, step) => {
          const told = people.filter((one) => one.level === level)
          return (
            <li key={level} className={styles.level}>
              <i aria-hidden="true">{step + 1}</i>
              <Heading>
                {step === 0 || seconds === undefined
                  ? t('alarms.atOnce')
                  : t('alarms.after', { time: waitOf(seconds * step) })}
                <small>{t('alarms.people', { count: told.length })}</small>
              </Heading>
              <ul className={styles.people}>
                {told.map((one) => (
                  <li key={one.id}>
                    <div className={alarmStyles.what}>
                      <b>{one.firstName || one.contact}</b>
                      {one.firstName && <span>{one.contact}</span>}
                    </div>
                    <WaySwitches
                      name={one.firstName || one.contact}
                      ways={one}
                      // Whoever may not use the home gets letters only.
                      only={one.userId === undefined ? ['emailNotification'] : undefined}
                      usable={may ? alarm.wayOfNotify : undefined}
                      onTurn={(way) => void turn(one, way)}
                    />
                    {may && (
                      <Button only look="quiet" size="dense" icon="close" onClick={() => void remove(one)}>
                        {t('alarms.removeOf', { name: one.firstName || one.contact })}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {may && (
                <Button look="quiet" size="dense" icon="plus" onClick={() => setAdding(level)}>
                  {t('alarms.addRecipient')}
                </Button>
              )}
            </li>
          )
        })}
        {last !== undefined && seconds !== undefined && (
          <li className={styles.end}>
            <i aria-hidden="true">
              <Icon name="refresh" size="small" />
            </i>
            <p>
              {repeats > 0
                ? t('alarms.then', { time: waitOf(seconds), level: used.length, count: repeats })
                : t('alarms.thenNobody')}
            </p>
          </li>
        )}
        {may && next !== undefined && (
          <li>
            <Button look={used.length === 0 ? 'main' : 'plain'} icon="plus" onClick={() => setAdding(next)}>
              {t(used.length === 0 ? 'alarms.addRecipient' : 'alarms.addLevel')}
            </Button>
          </li>
        )}
      </ol>
      {adding !== undefined && (
        <RecipientDialog
          {...{ serialNumber, alarm, level: adding }}
          onClose={() => setAdding(undefined)}
          onAdded={() => {
            setAdding(undefined)
            onChanged()
          }}
        />
      )}
    </>
  )
}
