import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { Pager } from '#engine/screens/list/Pager.tsx'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Chips } from '#ui/Chips.tsx'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from '../alarms.module.css'
import { PRIORITIES } from '../priorities.ts'
import { AlarmDialog } from './AlarmDialog.tsx'
import { EscalationTimes } from './EscalationTimes.tsx'
import { nameOf } from './name-of.ts'
import { OutageNews } from './OutageNews.tsx'
import { useAlarmCounts, useAlarms } from './use-alarms.ts'
import { WayTags } from './ways.tsx'

/** What may go wrong: administrators say what it is, people whom it is told to (mock 19-alarms). */
export function AlarmList() {
  const { t } = useText()
  const { definitions, situation } = useEngine()
  const { source } = usePorts()
  const [search, setSearch] = useSearchParams()
  const size = numberLimit(definitions, 'alarmPageSize')
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const priority = PRIORITIES.find(({ code }) => String(code) === search.get('priority'))?.code
  const sought = (search.get('search') ?? '').trim()
  const { alarms, count, times, waiting, failed, again } = useAlarms({
    ...{ page, limit: size, searchText: sought === '' ? undefined : sought, alarmPriorityCode: priority },
  })
  const counts = useAlarmCounts()
  // The last one of a last page may be deleted, by somebody else too.
  const isPastEnd = !waiting && !failed && page > 1 && alarms.length === 0
  useEffect(() => {
    if (!isPastEnd) return
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('page')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isPastEnd, setSearch])
  const [asking, setAsking] = useState<{ edit?: Alarm | undefined; remove?: Alarm }>()
  const isAdmin = situation.role === 'admin'
  const may = (operation: string): boolean => isAdmin && !isOutOfReach({ operations: [operation] }, situation)
  const inbox = definitions.screen('notifications_all')
  const recipients = isAdmin || !situation.gateway ? undefined : definitions.screen('add_recipient')
  /** Whatever narrows the list begins at its first page. */
  const put = (name: 'page' | 'priority' | 'search', value: string): void => {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (value === '' || value === 'all') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  const saved = (text: string): void => {
    setAsking(undefined)
    toasts.show({ text })
    void again()
  }
  const refresh = async (): Promise<void> => {
    const answer = await source.call('refreshAlarmTable', {})
    if (answer.ok) toasts.show({ text: t('alarms.tableSent', { ...answer.data }) })
  }
  const rows = () => {
    if (waiting) return <Skeleton height="320px" />
    if (failed)
      return (
        <ErrorState title={t('alarms.listFailed')} onRetry={() => void again()}>
          {t('alarms.failed')}
        </ErrorState>
      )
    if (alarms.length === 0) return <EmptyState icon="bell" title={t('alarms.noneFound')} />
    return (
      <ul className={styles.definitions}>
        {alarms.map((alarm) => {
          const { name, desc } = nameOf(alarm, language())
          const { alarmPriorityCode: code } = alarm.alarmPriority
          const word = PRIORITIES.find((one) => one.code === code)?.name ?? 'low'
          return (
            <li key={alarm._id} className={styles.definition}>
              <div className={styles.what}>
                <b>{name}</b>
                <span>{[String(alarm.alarmId), desc].filter((one) => one).join(' · ')}</span>
              </div>
              <span className={styles.priority} data-priority={code}>
                {t(`alarms.priority.${word}`)}
              </span>
              <WayTags ways={alarm.wayOfNotify} />
              <div className={styles.tools}>
                {recipients && (
                  <a
                    {...buttonLook({ size: 'dense' })}
                    aria-label={t('alarms.recipientsOf', { name })}
                    href={hrefOf(recipients, { alarmCode: alarm.alarmCode })}
                  >
                    {(alarm.recipients ?? 0) === 0
                      ? t('alarms.everybody')
                      : t('alarms.people', { count: alarm.recipients ?? 0 })}
                  </a>
                )}
                {may('updateAlarm') && (
                  <Button
                    only
                    look="quiet"
                    size="dense"
                    icon="edit"
                    onClick={() => setAsking({ edit: alarm })}
                  >
                    {t('alarms.editOf', { name })}
                  </Button>
                )}
                {may('deleteAlarm') && (
                  <Button
                    only
                    look="quiet"
                    size="dense"
                    icon="trash"
                    onClick={() => setAsking({ remove: alarm })}
                  >
                    {t('alarms.deleteOf', { name })}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    )
  }
  return (
    <>
      <PageHeader
        title={t('alarms.definitions')}
        context={t('alarms.howMany', {
          count: [...counts.values()].reduce((sum, one) => sum + one, 0),
          urgent: counts.get(3) ?? 0,
        })}
        {...(inbox && { crumb: { label: t('alarms.inbox'), href: hrefOf(inbox) } })}
        actions={
          <>
            {may('refreshAlarmTable') && (
              <Button onClick={() => void refresh()}>{t('alarms.sendTable')}</Button>
            )}
            {may('createAlarm') && (
              <Button look="main" icon="plus" onClick={() => setAsking({ edit: undefined })}>
                {t('alarms.add')}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.filters}>
        <SearchField
          label={t('alarms.search')}
          value={search.get('search') ?? ''}
          onChange={(value) => put('search', value)}
        />
        <Chips
          label={t('alarms.byPriority')}
          chips={[
            ...PRIORITIES.map(({ code, name }) => ({
              id: String(code),
              label: t(`alarms.priority.${name}`),
            })),
            { id: 'all', label: t('alarms.every') },
          ]}
          value={priority === undefined ? 'all' : String(priority)}
          onChange={(id) => put('priority', id)}
        />
      </div>
      <div className={styles.page}>
        {rows()}
        {alarms.length > 0 && (
          <Pager
            address={{
              ...{ page, size, sizes: [size] },
              change: ({ page: to = 1 }) => put('page', to > 1 ? String(to) : ''),
            }}
            total={count}
          />
        )}
        {situation.flags.has('GW_OO_NOTIF') && situation.gateway && (
          <OutageNews key={situation.gateway.serialNumber} serialNumber={situation.gateway.serialNumber} />
        )}
        {situation.flags.has('SHOW_ALARM_ESCALATIONS_TABLE') && times.length > 0 && (
          <EscalationTimes
            times={times}
            alarms={(code) => counts.get(code) ?? 0}
            onSaved={() => void again()}
          />
        )}
      </div>
      {asking && 'edit' in asking && (
        <AlarmDialog
          alarm={asking.edit}
          onClose={() => setAsking(undefined)}
          onSaved={() => saved(t('alarms.saved'))}
        />
      )}
      {asking?.remove && (
        <DeleteDialog
          alarm={asking.remove}
          onClose={() => setAsking(undefined)}
          onDeleted={() => saved(t('alarms.deleted'))}
        />
      )}
    </>
  )
}

function DeleteDialog({ alarm, onClose, onDeleted }: { alarm: Alarm; onClose(): void; onDeleted(): void }) {
  const { t } = useText()
  const { source } = usePorts()
  const form = useSubmit(async () => {
    if ((await source.call('deleteAlarm', { alarm: alarm._id })).ok) onDeleted()
  })
  return (
    <FormDialog
      title={t('alarms.deleteTitle', { name: nameOf(alarm, language()).name })}
      form={form}
      look="destroy"
      submit={t('alarms.delete')}
      onClose={onClose}
    >
      <p>{t('alarms.deleteAbout')}</p>
    </FormDialog>
  )
}
