import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { useReturnedFocus } from '#ui/dialog/use-returned-focus.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { withTexts } from '../part.ts'
import { Counted } from './Counted.tsx'
import { activity, missed } from './current.ts'
import { useFollowed } from './use-followed.ts'

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
