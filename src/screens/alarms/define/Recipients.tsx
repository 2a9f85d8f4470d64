import { useAddress } from '#engine/address.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import { Select } from '#ui/fields/choice-fields.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from '../alarms.module.css'
import { Chain } from './Chain.tsx'
import { nameOf } from './name-of.ts'
import { TestButton } from './TestButton.tsx'
import { useAlarms } from './use-alarms.ts'

/** The chain of one alarm as a page of its own, of which letters know the address. */
export function Recipients() {
  const text = useText()
  const { t } = text
  const { definitions, situation } = useEngine()
  const [search, change] = useAddress()
  const { alarms, timeOf, waiting, failure, again } = useAlarms()
  const serialNumber = situation.gateway?.serialNumber
  const alarm = alarms.find(({ alarmCode }) => alarmCode === search.get('alarmCode')) ?? alarms[0]
  const list = definitions.screen('alarms')
  return (
    <>
      <PageHeader
        title={t('alarms.recipients')}
        context={t('alarms.recipientsAbout')}
        {...(alarm && { actions: <TestButton alarm={alarm} /> })}
        {...(list && { crumb: { label: t('alarms.definitions'), href: hrefOf(list) } })}
      />
      {alarm && (
        <div className={styles.filters}>
          <Select
            aria-label={t('alarms.alarm')}
            value={alarm.alarmCode}
            choices={alarms.map((one) => ({ value: one.alarmCode, label: nameOf(one, language()).name }))}
            onChange={(code) => change({ alarmCode: code })}
          />
        </div>
      )}
      <div className={styles.page}>
        {waiting && <Skeleton height="240px" />}
        {failure && (
          <ErrorState title={t('alarms.listFailed')} onRetry={() => void again()}>
            {failureText(failure, text)} {t('alarms.nonetheless')}
          </ErrorState>
        )}
        {!waiting && !failure && !alarm && <EmptyState icon="bell" title={t('alarms.noneFound')} />}
        {alarm && serialNumber !== undefined && (
          <Chain
            key={alarm.alarmCode}
            {...{ serialNumber, alarm, seconds: timeOf(alarm) }}
            onChanged={() => void again()}
          />
        )}
      </div>
    </>
  )
}
