import { useEffect, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { Pager } from '#engine/Pager.tsx'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { Button } from '#ui/Button.tsx'
import { Chips } from '#ui/Chips.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { useMedia } from '#ui/use-media.ts'
import { AlarmTabs } from '../AlarmTabs.tsx'
import alarmStyles from '../alarms.module.css'
import { PRIORITIES, URGENT } from '../priorities.ts'
import { AlarmDialog } from './AlarmDialog.tsx'
import { AlarmPanel } from './AlarmPanel.tsx'
import { AlarmRows } from './AlarmRows.tsx'
import styles from './define.module.css'
import { EscalationTimes } from './EscalationTimes.tsx'
import { nameOf } from './name-of.ts'
import { OutageNews } from './OutageNews.tsx'
import { TableNews } from './TableNews.tsx'
import type { Draft } from './use-alarm-draft.ts'
import { useAlarmCounts, useAlarms } from './use-alarms.ts'

/** From there on there is room for a panel beside the list (define.module.css). */
const BESIDE = '(min-width: 1100px)'

/** What may go wrong: administrators say what it is, people whom it is told to (mock 19-alarms). */
export function AlarmList() {
  const text = useText()
  const { t } = text
  const { definitions, situation } = useEngine()
  const [search, change] = useAddress()
  const beside = useMedia(BESIDE)
  const size = numberLimit(definitions, 'alarmPageSize')
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const priority = PRIORITIES.find(({ code }) => String(code) === search.get('priority'))?.code
  const sought = (search.get('search') ?? '').trim()
  const { alarms, count, times, timeOf, waiting, failure, again } = useAlarms({
    ...{ page, limit: size, searchText: sought === '' ? undefined : sought, alarmPriorityCode: priority },
  })
  const counts = useAlarmCounts()
  // The last one of a last page may be deleted, by somebody else too.
  const isPastEnd = !waiting && !failure && page > 1 && alarms.length === 0
  useEffect(() => {
    if (isPastEnd) change({ page: undefined })
  }, [isPastEnd, change])
  const [adding, setAdding] = useState(false)
  const [drafts, setDrafts] = useState<Readonly<Record<string, Partial<Draft>>>>({})
  const unsaved = Object.keys(drafts).filter((id) => Object.keys(drafts[id] ?? {}).length > 0)
  useUnsaved(unsaved.length > 0)
  const isAdmin = situation.role === 'admin'
  const may = (operation: string): boolean => isAdmin && !isOutOfReach({ operations: [operation] }, situation)
  const own = definitions.screen('alarms')
  const asked = alarms.find(({ alarmCode }) => alarmCode === search.get('alarm'))
  const picked = asked ?? (beside ? alarms[0] : undefined)
  /** Whatever narrows the list begins at its first page. */
  const put = (name: 'page' | 'priority' | 'search', value: string): void =>
    change({
      page: undefined,
      alarm: undefined,
      [name]: value === '' || value === 'all' ? undefined : value,
    })
  // A page of its own has a way back.
  const pick = (alarmCode: string | undefined): void =>
    change({ alarm: alarmCode }, beside || alarmCode === undefined ? 'replace' : 'push')
  const saved = (text: string): Promise<unknown> => {
    toasts.show({ text })
    return again()
  }
  const typing = (id: string, next: (now: Partial<Draft>) => Partial<Draft>): void =>
    setDrafts((now) => ({ ...now, [id]: next(now[id] ?? {}) }))
  const panel = picked && (
    <AlarmPanel
      key={picked._id}
      alarm={picked}
      seconds={timeOf(picked)}
      alone={!beside}
      typed={[drafts[picked._id] ?? {}, (next) => typing(picked._id, next)]}
      onChanged={() => void again()}
      onSaved={() => saved(t('alarms.saved'))}
      onDeleted={() => {
        typing(picked._id, () => ({}))
        pick(undefined)
        void saved(t('alarms.deleted'))
      }}
    />
  )
  if (panel && !beside)
    return (
      <>
        <PageHeader
          title={nameOf(picked, language()).name}
          context={String(picked.alarmId)}
          {...(own && { crumb: { label: t('alarms.definitions'), href: hrefOf(own) } })}
        />
        {panel}
      </>
    )
  const rows = () => {
    if (waiting) return <Skeleton height="320px" />
    if (failure)
      return (
        <ErrorState title={t('alarms.listFailed')} onRetry={() => void again()}>
          {failureText(failure, text)} {t('alarms.nonetheless')}
        </ErrorState>
      )
    if (alarms.length === 0) return <EmptyState icon="bell" title={t('alarms.noneFound')} />
    return (
      <AlarmRows
        alarms={alarms}
        picked={picked?.alarmCode}
        unsaved={unsaved}
        recipients={!isAdmin && situation.gateway !== undefined}
        onPick={({ alarmCode }) => pick(alarmCode)}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('alarms.definitions')}
        context={
          counts
            ? t('alarms.howMany', {
                count: [...counts.values()].reduce((sum, one) => sum + one, 0),
                urgent: counts.get(URGENT) ?? 0,
              })
            : '\u00a0'
        }
        actions={
          may('createAlarm') && (
            <Button look="main" icon="plus" onClick={() => setAdding(true)}>
              {t('alarms.add')}
            </Button>
          )
        }
      />
      <AlarmTabs at="alarms" />
      {may('refreshAlarmTable') && <TableNews />}
      <div className={alarmStyles.filters}>
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
      <div className={styles.board}>
        <div className={alarmStyles.page}>
          {rows()}
          {alarms.length > 0 && (
            <Pager {...{ page, size }} total={count} onPage={(to) => put('page', to > 1 ? String(to) : '')} />
          )}
          {!waiting && situation.flags.has('SHOW_ALARM_ESCALATIONS_TABLE') && times.length > 0 && (
            <EscalationTimes
              times={times}
              alarms={(code) => counts?.get(code)}
              onSaved={() => void again()}
            />
          )}
          {!waiting &&
            situation.flags.has('GW_OO_NOTIF') &&
            situation.modules.has('default_gateway_notifications') && (
              <OutageNews serialNumber={situation.gateway?.serialNumber} />
            )}
        </div>
        {panel}
      </div>
      {adding && (
        <AlarmDialog
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false)
            void saved(t('alarms.saved'))
          }}
        />
      )}
    </>
  )
}
