import { useId, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { dayOf, daysWithin, isDay, rangeOfDays, recordedDays } from '#engine/charts/model/range.ts'
import { type BlockProps, numberLimit, useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Chips } from '#ui/Chips.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { useMedia } from '#ui/use-media.ts'
import { AlarmRow, Standing } from './AlarmRow.tsx'
import { AlarmStory } from './AlarmStory.tsx'
import { AlarmTabs } from './AlarmTabs.tsx'
import styles from './alarms.module.css'
import { DaysButton, ownZone } from './DaysButton.tsx'
import { GatheredRow } from './GatheredRow.tsx'
import { PRIORITIES, type Priority, priorityIn, STATES, URGENT } from './priorities.ts'
import { StoryPanel, useWhere } from './StoryPanel.tsx'
import { useAlarmNotifications } from './use-alarm-notifications.ts'

/** From there on there is room for a panel beside the list (alarms.module.css). */
const BESIDE = '(min-width: 1100px)'

/** Its line is there all the same. */
const UNKNOWN = '\u00a0'

/** What alarms told: by priority, the first urgent one that nobody has answered open at once (mock 18-notifications). */
export function AlarmInbox({ params }: BlockProps) {
  const text = useText()
  const { t } = text
  const { definitions, situation } = useEngine()
  const now = useNow()
  const [search, put] = useAddress()
  const page = numberLimit(definitions, 'alarmNotificationPageSize')
  const [limit, setLimit] = useState(page)
  const { alarmCode: code } = params
  const state =
    STATES.find((one) => one === search.get('state')) ?? (code === undefined ? 'notReacted' : 'all')
  const priority = code === undefined ? priorityIn(search.get('priority')) : undefined
  const [from, to] = [search.get('first') ?? '', search.get('last') ?? '']
  const days =
    code === undefined && isDay(from) && isDay(to)
      ? daysWithin(
          { first: from, last: to },
          recordedDays(dayOf(now, ownZone()), numberLimit(definitions, 'historyMonths')),
        )
      : undefined
  const during = days && rangeOfDays(days.first, days.last, ownZone())
  const { notifications, count, groups, lately, waiting, failure, again, react } = useAlarmNotifications({
    ...{ code, priority, state, during, now, limit },
  })
  const all = groups?.reduce((sum, group) => sum + group.count, 0)
  const unanswered = groups?.reduce((sum, { notReacted }) => sum + notReacted, 0)
  const reacted = all === undefined || unanswered === undefined ? undefined : all - unanswered
  const urgent = groups?.find(({ alarmPriorityCode }) => alarmPriorityCode === URGENT)?.notReacted ?? 0
  const first = notifications.find(
    ({ isReacted, timeOfEventOver, alarmNotifParams: { notificationPriority } }) =>
      !isReacted && timeOfEventOver === undefined && notificationPriority.alarmPriorityCode === URGENT,
  )
  const opened = search.get('open') ?? first?.notificationId
  const beside = useMedia(BESIDE)
  const panel = useId()
  const [spread, setSpread] = useState(false)
  const [sending, setSending] = useState(false)
  const [seen, setSeen] = useState<AlarmNotification>()
  const here = notifications.find(({ notificationId }) => notificationId === opened)
  if (here && here !== seen) setSeen(here)
  // Somebody was quicker while this one was being read: it stays until it is closed, and says so.
  const gone = !here && !sending && !waiting && seen?.notificationId === opened ? seen : undefined
  const listed = gone ? [...notifications, gone] : notifications
  // Beside the list stands the story of what is open in it, or of what comes first.
  const picked =
    listed.find(({ notificationId }) => notificationId === opened) ??
    (search.has('open') ? undefined : listed[0])
  const inbox = definitions.screen('notifications_all')
  const settings = code === undefined ? definitions.screen('user_settings') : undefined

  const countOf = (of: Priority): number | undefined => {
    if (!groups) return undefined
    const { count: told = 0, notReacted = 0 } =
      groups.find(({ alarmPriorityCode }) => alarmPriorityCode === of) ?? {}
    return { notReacted, reacted: told - notReacted, all: told }[state]
  }
  const hrefTo = (id: string): string => {
    const next = new URLSearchParams(search)
    next.set('open', id)
    next.set('story', '1')
    return `?${next}`
  }
  const send = async (id: string, text: string): Promise<boolean> => {
    setSending(true)
    const { ok } = await react(id, text).finally(() => setSending(false))
    if (ok) {
      toasts.show({ text: t('alarms.sent') })
      put({ open: undefined })
    }
    return ok
  }
  const rows = () => {
    if (waiting) return <Skeleton height="240px" />
    if (failure)
      return (
        <ErrorState title={t('alarms.failedTitle')} onRetry={again}>
          {failureText(failure, text)} {t('alarms.nonetheless')}
        </ErrorState>
      )
    if (listed.length === 0) {
      const elsewhere = (state === 'notReacted' ? unanswered : all) ?? 0
      return (
        <EmptyState
          icon="check"
          tone="ok"
          title={t(state === 'notReacted' ? 'alarms.noneOpenTitle' : 'alarms.noneTitle')}
          action={
            priority !== undefined && elsewhere > 0 ? (
              <Button onClick={() => put({ priority: 'all' })}>{t('alarms.showAll')}</Button>
            ) : undefined
          }
        >
          {priority !== undefined && elsewhere > 0
            ? t('alarms.elsewhere', { count: elsewhere })
            : t('alarms.none')}
        </EmptyState>
      )
    }
    return PRIORITIES.map(({ code: of, name, tone, gathered }) => {
      const some = listed.filter(
        ({ alarmNotifParams }) => alarmNotifParams.notificationPriority.alarmPriorityCode === of,
      )
      if (some.length === 0) return null
      // Whoever looks for these alone, or at one of them, sees them all.
      const folds =
        gathered &&
        code === undefined &&
        priority !== of &&
        some.length > 1 &&
        !some.some(({ notificationId }) => notificationId === opened)
      return (
        <section key={of} className={styles.group} aria-label={t(`alarms.priority.${name}`)}>
          <h2 data-priority={of}>
            {t(`alarms.priority.${name}`)} <small>{some.length}</small>
          </h2>
          <ul>
            {folds && (
              <GatheredRow
                notifications={some}
                count={Math.max(countOf(of) ?? 0, some.length)}
                now={now}
                open={spread}
                onOpen={() => setSpread(!spread)}
              />
            )}
            {(folds && !spread ? [] : some).map((notification) => {
              const { notificationId: id } = notification
              return (
                <AlarmRow
                  key={id}
                  {...{ notification, tone, now }}
                  homes={situation.gateway === undefined}
                  open={opened === id}
                  story={{
                    picked: beside && notification === picked,
                    panel: beside ? panel : undefined,
                    href: hrefTo(id),
                  }}
                  gone={notification === gone}
                  onOpen={() => put({ open: opened === id ? 'none' : id })}
                  send={(text) => send(id, text)}
                />
              )
            })}
          </ul>
        </section>
      )
    })
  }
  if (!beside && search.has('story') && picked)
    return (
      <StoryPage
        notification={picked}
        now={now}
        crumb={inbox && { label: t('alarms.inbox'), href: listHref(search) }}
      />
    )
  return (
    <>
      <PageHeader
        title={code === undefined ? t('alarms.inbox') : (notifications[0]?.title ?? t('alarms.inbox'))}
        context={
          code === undefined
            ? unanswered === undefined
              ? UNKNOWN
              : [
                  t(urgent > 0 ? 'alarms.standingUrgent' : 'alarms.standing', { count: unanswered, urgent }),
                  ...(lately === undefined ? [] : [t('alarms.lately', { count: lately })]),
                ].join(' ')
            : count === undefined
              ? UNKNOWN
              : t('alarms.ofOne', { count })
        }
        {...(code !== undefined &&
          inbox && {
            crumb: { label: t('alarms.inbox'), href: hrefOf(inbox, { state: 'all', priority: 'all' }) },
          })}
        actions={
          settings && (
            <a {...buttonLook({})} href={`${hrefOf(settings)}#section-quiet`}>
              <Icon name="moon" size="small" />
              {t('alarms.quietHours')}
            </a>
          )
        }
      />
      {code === undefined && <AlarmTabs at="notifications_all" />}
      <div className={styles.filters}>
        <Segments
          label={t('alarms.byState')}
          segments={STATES.map((id) => ({
            id,
            label: t(`alarms.state.${id}`),
            ...(code === undefined && {
              count: { notReacted: unanswered, reacted, all }[id],
            }),
          }))}
          value={state}
          onChange={(id) => put({ state: id, open: undefined })}
        />
        {code === undefined && (
          <DaysButton
            {...{ days, now }}
            onChange={(chosen) => put({ first: chosen?.first, last: chosen?.last, open: undefined })}
          />
        )}
        {code === undefined && (
          <Chips
            label={t('alarms.byPriority')}
            chips={[
              ...PRIORITIES.map(({ code: of, name }) => {
                const { notReacted = 0 } =
                  groups?.find(({ alarmPriorityCode }) => alarmPriorityCode === of) ?? {}
                return {
                  id: String(of),
                  label: t(`alarms.priority.${name}`),
                  count: countOf(of),
                  attention: of === URGENT && notReacted > 0,
                }
              }),
              { id: 'all', label: t('alarms.every') },
            ]}
            value={priority === undefined ? 'all' : String(priority)}
            onChange={(id) => put({ priority: id, open: undefined })}
          />
        )}
      </div>
      <div className={styles.inbox}>
        <div>
          <div className={styles.list}>{rows()}</div>
          {count !== undefined && notifications.length < count && (
            <p className={styles.more}>
              <Button onClick={() => setLimit(limit + page)}>
                {t('alarms.more', { count: count - notifications.length })}
              </Button>
            </p>
          )}
        </div>
        {beside && picked && !waiting && !failure && (
          <StoryPanel notification={picked} id={panel} onClose={() => put({ open: 'none' })} />
        )}
      </div>
    </>
  )
}

/** The list as it was, without what was looked at. */
function listHref(search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.delete('story')
  return `?${next}`
}

/** What became of one notification, where there is no room beside the list. */
function StoryPage({
  notification,
  now,
  crumb,
}: {
  notification: AlarmNotification
  now: number
  crumb: { label: string; href: string } | undefined
}) {
  const where = useWhere(notification)
  return (
    <>
      <PageHeader title={notification.title} context={where} {...(crumb && { crumb })} />
      <p className={styles.standing}>
        <Standing {...{ notification, now }} />
      </p>
      <div className={styles.panel}>
        <AlarmStory notification={notification} />
      </div>
    </>
  )
}
