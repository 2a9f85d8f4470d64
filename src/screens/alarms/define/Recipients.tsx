import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useQuery } from '#engine/rows.ts'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows-key.ts'
import type { AlarmRecipient } from '#schemas/generated/entities/alarm-recipient.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/fields/choice-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from '../alarms.module.css'
import { nameOf } from './name-of.ts'
import { RecipientDialog } from './RecipientDialog.tsx'
import { useAlarms } from './use-alarms.ts'
import { waitOf } from './wait-of.ts'
import { WAYS } from './ways.tsx'

/** Levels that there may be (schemas/entities/alarm-recipient.json). */
const LEVELS = [1, 2, 3, 4, 5] as const
const MOST = 100

/** Whom an alarm of the home is told to, level after level, until somebody answers (mock 19-alarms). */
export function Recipients() {
  const { t } = useText()
  const { definitions, situation } = useEngine()
  const { source } = usePorts()
  const [search, setSearch] = useSearchParams()
  const { alarms, times, waiting, again } = useAlarms()
  const [adding, setAdding] = useState<number>()
  const serialNumber = situation.gateway?.serialNumber ?? ''
  const alarm = alarms.find(({ alarmCode }) => alarmCode === search.get('alarmCode')) ?? alarms[0]
  const alarmCode = alarm?.alarmCode ?? ''
  const about = { serialNumber, alarmCode, limit: MOST }
  const found = useQuery({
    queryKey: rowsKey('listAlarmRecipients', about),
    queryFn: ({ signal }) => source.load('listAlarmRecipients', about, signal),
    enabled: alarm !== undefined && serialNumber !== '',
  })
  const may = !isOutOfReach({ operations: ['setAlarmRecipients'] }, situation)
  const mayTest = !isOutOfReach({ operations: ['testAlarm'] }, situation)
  const list = definitions.screen('alarms')
  const people = found.data?.data ?? []
  const used = [...new Set(people.map(({ level }) => level))].toSorted((a, b) => a - b)
  const next = LEVELS.find((level) => level > (used.at(-1) ?? 0))
  const seconds = times.find((one) => one.priority === alarm?.alarmPriority.alarmPriorityCode)?.escalationTime

  const change = async (recipient: AlarmRecipient, way: (typeof WAYS)[number]): Promise<void> => {
    await source.call('updateAlarmRecipient', { id: recipient.id, [way]: !recipient[way] })
    await again()
  }
  const remove = async ({ id }: AlarmRecipient): Promise<void> => {
    await source.call('deleteAlarmRecipient', { id })
    await again()
  }
  const test = async (): Promise<void> => {
    if (!alarm) return
    const answer = await source.call('testAlarm', { alarm: alarm._id })
    if (!answer.ok) return
    const { sent, missing } = answer.data
    const said = (ways: readonly (typeof WAYS)[number][]) =>
      ways.map((way) => t(`alarms.ways.${way}`)).join(', ')
    const texts = [
      ...(sent.length > 0 ? [t('alarms.testSent', { ways: said(sent) })] : []),
      ...(sent.length > 0 && missing.length > 0 ? [t('alarms.testMissing', { ways: said(missing) })] : []),
    ]
    toasts.show(sent.length > 0 ? { text: texts.join(' ') } : { text: t('alarms.testNone'), tone: 'danger' })
  }
  const levels = () => {
    if (waiting || found.isPending) return <Skeleton height="240px" />
    if (found.error)
      return (
        <ErrorState title={t('alarms.recipientsFailed')} onRetry={() => void found.refetch()}>
          {t('alarms.failed')}
        </ErrorState>
      )
    return (
      <ol className={styles.chain}>
        {used.length === 0 && (
          <li>
            <Notice tone="info">{t('alarms.everybodyAbout')}</Notice>
          </li>
        )}
        {used.map((level, step) => (
          <li key={level} className={styles.level}>
            <h2>
              <i>{step + 1}</i>
              {step === 0 || seconds === undefined
                ? t('alarms.atOnce')
                : t('alarms.after', { time: waitOf(seconds * step) })}
            </h2>
            <ul className={styles.people}>
              {people
                .filter((one) => one.level === level)
                .map((one) => (
                  <li key={one.id}>
                    <div className={styles.what}>
                      <b>{one.firstName || one.contact}</b>
                      <span>{one.firstName ? one.contact : ''}</span>
                    </div>
                    <div className={styles.switches}>
                      {WAYS.map((way) => {
                        const apart = one.userId === undefined && way !== 'emailNotification'
                        if (apart) return null
                        return (
                          <button
                            key={way}
                            type="button"
                            aria-pressed={one[way]}
                            aria-label={t('alarms.wayFor', {
                              way: t(`alarms.ways.${way}`),
                              name: one.firstName || one.contact,
                            })}
                            disabled={!may || alarm?.wayOfNotify?.[way] !== true}
                            onClick={() => void change(one, way)}
                          >
                            {t(`alarms.ways.${way}`)}
                          </button>
                        )
                      })}
                    </div>
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
        ))}
        {may && next !== undefined && (
          <li>
            <Button look={used.length === 0 ? 'main' : 'plain'} icon="plus" onClick={() => setAdding(next)}>
              {t(used.length === 0 ? 'alarms.addRecipient' : 'alarms.addLevel')}
            </Button>
          </li>
        )}
      </ol>
    )
  }
  return (
    <>
      <PageHeader
        title={t('alarms.recipients')}
        context={t('alarms.recipientsAbout')}
        {...(alarm &&
          mayTest && {
            actions: (
              <Button icon="bell" onClick={() => void test()}>
                {t('alarms.testMe')}
              </Button>
            ),
          })}
        {...(list && { crumb: { label: t('alarms.definitions'), href: hrefOf(list) } })}
      />
      <div className={styles.filters}>
        <Select
          aria-label={t('alarms.alarm')}
          value={alarmCode}
          choices={alarms.map((one) => ({ value: one.alarmCode, label: nameOf(one, language()).name }))}
          onChange={(code) => setSearch({ alarmCode: code }, { replace: true })}
        />
      </div>
      <div className={styles.page}>{levels()}</div>
      {adding !== undefined && alarm && (
        <RecipientDialog
          {...{ serialNumber, alarm, level: adding }}
          onClose={() => setAdding(undefined)}
          onAdded={() => {
            setAdding(undefined)
            void again()
          }}
        />
      )}
    </>
  )
}
