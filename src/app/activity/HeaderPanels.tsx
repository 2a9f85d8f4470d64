import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { text, useText } from '#i18n/useText.ts'
import { useSession } from '#session/session.ts'
import { useReturnedFocus } from '#ui/dialog/use-returned-focus.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { withTexts } from '../part.ts'
import { activity, missed } from './current.ts'
import styles from './HeaderPanels.module.css'
import { isSaid } from './news.ts'

const JobPanel = lazy(() => withTexts(import('./JobPanel.tsx')))
const NewsPanel = lazy(() => withTexts(import('./NewsPanel.tsx')))

const counting = () => import('./current-notifications.ts')

/** Counts for one after the other, and not at all without one; what does so comes late. */
function useCounting(
  of: string | undefined,
  watch: (all: Awaited<ReturnType<typeof counting>>) => () => void,
): void {
  const begin = useEffectEvent(watch)
  useEffect(() => {
    if (of === undefined) return
    let end = (): void => {}
    let over = false
    counting()
      .then((all) => {
        if (!over) end = begin(all)
      })
      .catch(reportError)
    return () => {
      over = true
      end()
    }
  }, [of])
}

/** spec 1 §4: missed notifications are counted only where their module is on. */
function useMissed(): { asks: boolean; told: number } {
  const { situation } = useEngine()
  const may = (operation: string): boolean =>
    situation.modules.has('notifications') && !situation.forbidden?.operations.has(operation)
  const asks = may('countMissedNotifications')
  useCounting(asks ? '' : undefined, ({ notifications }) => notifications.watch())
  const serialNumber = situation.gateway?.serialNumber
  useCounting(may('listAlarmNotificationGroups') ? (serialNumber ?? '') : undefined, ({ openAlarms }) =>
    openAlarms.watch(serialNumber),
  )
  return { asks, told: useSyncExternalStore(missed.subscribe, missed.current) }
}

/** Job centre and bell, with their counts. */
export function HeaderPanels() {
  const { t } = useText()
  const { definitions } = useEngine()
  const { jobs, unread } = useSyncExternalStore(activity.subscribe, activity.current)
  const { asks, told } = useMissed()
  const [open, setOpen] = useState<'jobs' | 'news'>()
  useReturnedFocus(open !== undefined)
  useFollowed()
  const most = numberLimit(definitions, 'notificationCounter')
  const close = (): void => setOpen(undefined)
  return (
    <>
      <Counted
        icon="jobs"
        label={t('shell.jobs.title')}
        count={jobs.filter(({ state }) => state === 'running').length}
        most={most}
        tone="primary"
        expanded={open === 'jobs'}
        onClick={() => setOpen('jobs')}
      />
      <Counted
        icon="bell"
        label={t('shell.news.title')}
        count={unread + told}
        most={most}
        tone="danger"
        expanded={open === 'news'}
        onClick={() => setOpen('news')}
      />
      <Suspense>
        {open === 'jobs' && <JobPanel onClose={close} />}
        {open === 'news' && <NewsPanel notified={asks} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Jobs and news follow what happens. */
export function useFollowed(): void {
  const { onEvent } = useEngine()
  const { gateways, gateway, user } = useSession()
  const me = user?.id
  const here = gateway?.serialNumber
  useEffect(
    () =>
      onEvent?.((event, data) => {
        activity.take(event, data, Date.now(), { here, me })
        if (isSaid(event)) toasts.show({ text: text.say(`news.${event}`), tone: 'danger' })
      }),
    [onEvent, here, me],
  )
  useEffect(() => activity.learn(gateways, Date.now()), [gateways])
}

interface Props {
  icon: IconName
  label: string
  count: number
  /** Above that the count only says that there are more (spec 1 §9). */
  most: number
  tone: 'primary' | 'danger'
  expanded: boolean
  onClick(): void
}

/** A button of the header with how many there are. */
export function Counted({ icon, label, count, most, tone, expanded, onClick }: Props) {
  const { t } = useText()
  const shown = count >= most ? `${most}+` : String(count)
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-expanded={expanded}
      aria-label={count > 0 ? t('shell.counted', { label, count: shown }) : label}
      onClick={onClick}
    >
      <Icon name={icon} />
      {count > 0 && (
        <span className={styles.count} data-tone={tone} aria-hidden="true">
          {shown}
        </span>
      )}
    </button>
  )
}
