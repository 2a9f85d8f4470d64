import { Suspense, useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { HistoryDialog } from '#engine/objects/HistoryDialog.tsx'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { statusIconName, statusName } from '../status-words.ts'
import { useRuleEvents, useStatuses } from '../use-rules.ts'
import { StatusCard } from './StatusCard.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import styles from './statuses.module.css'
import { useStatusCalendars } from './use-status-calendars.ts'
import { useStatusOrders } from './use-status-orders.ts'

const CalendarDialog = lazyPart(() => import('../calls/calendar/CalendarDialog.tsx'), ['calls'])
const CallDialog = lazyPart(() => import('../calls/CallDialog.tsx'), ['calls'])

type Editing = { status: ScenarioStatus | undefined }

/** Every status of the home: what is set, what there is, and how it looks. */
export default function StatusesPage() {
  const text = useText()
  const { t, say } = text
  const { definitions, situation, go } = useEngine()
  const [editing, setEditing] = useState<Editing>()
  const [looking, setLooking] = useState<ScenarioStatus>()
  const [calling, setCalling] = useState<ScenarioStatus>()
  const [following, setFollowing] = useState<ScenarioStatus>()
  useRuleEvents()
  const statuses = useStatuses()
  const orders = useStatusOrders()
  const calendars = useStatusCalendars()
  const list = definitions.screen('scenes_list')
  const gone = definitions.screen('deleted_statuses')
  const course = definitions.screen('status_history')
  const fixed =
    situation.flags.has('ONLY_EXECUTE_SCENES') ||
    isOutOfReach({ commands: ['create_scenario_status'] }, situation)
  const on = statuses.data?.filter(({ state }) => state).length ?? 0
  const add = (
    <Button look="main" icon="plus" onClick={() => setEditing({ status: undefined })}>
      {t('scenes.statuses.add')}
    </Button>
  )

  const drawn = () => {
    if (statuses.isPending)
      return (
        <div className={styles.grid} aria-busy="true">
          {[0, 1, 2, 3].map((one) => (
            <Skeleton key={one} height="72px" />
          ))}
        </div>
      )
    if (!statuses.data)
      return (
        <ErrorState title={t('scenes.status.failed')} onRetry={() => void statuses.refetch()}>
          {failureText(statuses.error, text)}
        </ErrorState>
      )
    if (statuses.data.length === 0)
      return (
        <EmptyState icon="home-status" title={t('scenes.status.none')} action={fixed ? undefined : add}>
          {t('scenes.statuses.noneText')}
        </EmptyState>
      )
    return (
      <ul className={styles.grid}>
        {statuses.data.map((status) => (
          <li key={status.resource_id}>
            <StatusCard
              status={status}
              orders={orders}
              onEdit={fixed ? undefined : () => setEditing({ status })}
              onHistory={() => setLooking(status)}
              onCall={() => setCalling(status)}
              onCalendar={() => setFollowing(status)}
              calendar={calendars.of(status.resource_id)}
              onCourse={course && (() => go?.(hrefOf(course, { statusId: status.resource_id })))}
            />
          </li>
        ))}
      </ul>
    )
  }

  return (
    <section className={styles.page}>
      <PageHeader
        title={say('screens.statuses.title')}
        crumb={list && { label: say(`screens.${list.id}.title`), href: hrefOf(list) }}
        context={
          statuses.data ? t('scenes.statuses.count', { count: on, total: statuses.data.length }) : '\u00a0'
        }
        actions={
          !fixed && (
            <>
              {gone && (
                <Button only icon="trash" onClick={() => go?.(hrefOf(gone))}>
                  {say(`screens.${gone.id}.title`)}
                </Button>
              )}
              {(statuses.data?.length ?? 0) > 0 && add}
            </>
          )
        }
      />
      {drawn()}
      {looking && (
        <HistoryDialog
          of={{ kind: 'status', id: looking.resource_id }}
          name={statusName(looking.name, text)}
          about={`status ${looking.resource_id}`}
          linesOf={({ name, value }) => [
            t('scenes.statuses.line.name', { value: statusName(name, text) }),
            t('scenes.statuses.line.icon', {
              value: statusIconName(value && 'icon' in value ? value.icon : undefined, text),
            }),
            ...(value && 'group' in value && value.group
              ? [t('scenes.statuses.line.group', { value: value.group })]
              : []),
          ]}
          onClose={() => setLooking(undefined)}
        />
      )}
      {calling && (
        <Suspense>
          <CallDialog
            name={statusName(calling.name, text)}
            resourceId={calling.resource_id}
            onClose={() => setCalling(undefined)}
          />
        </Suspense>
      )}
      {following && (
        <Suspense>
          <CalendarDialog
            name={statusName(following.name, text)}
            resourceId={following.resource_id}
            onClose={() => setFollowing(undefined)}
          />
        </Suspense>
      )}
      {editing && <StatusDialog status={editing.status} onClose={() => setEditing(undefined)} />}
    </section>
  )
}
