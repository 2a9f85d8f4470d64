import { Suspense, useState, useSyncExternalStore } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { useReturnedFocus } from '#ui/dialog/use-returned-focus.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { withTexts } from '../part.ts'
import { counts, missed } from './counts.ts'
import styles from './HeaderPanels.module.css'
import { useFollowed, useFollowing } from './use-following.ts'

const JobPanel = lazy(() => withTexts(import('./JobPanel.tsx')))
const NewsPanel = lazy(() => withTexts(import('./NewsPanel.tsx')))

/** spec 1 §4: missed notifications are counted only where their module is on. */
function useMissed(): { asks: boolean; told: number } {
  const { situation } = useEngine()
  const may = (operation: string): boolean =>
    situation.modules.has('notifications') && !situation.forbidden?.operations.has(operation)
  const asks = may('countMissedNotifications')
  useFollowing(asks ? '' : undefined, ({ notifications }) => notifications.watch())
  const serialNumber = situation.gateway?.serialNumber
  useFollowing(may('listAlarmNotificationGroups') ? (serialNumber ?? '') : undefined, ({ openAlarms }) =>
    openAlarms.watch(serialNumber),
  )
  return { asks, told: useSyncExternalStore(missed.subscribe, missed.current) }
}

/** Job centre and bell, with their counts. */
export function HeaderPanels() {
  const { t } = useText()
  const { definitions } = useEngine()
  const { running, unread } = useSyncExternalStore(counts.subscribe, counts.current)
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
        count={running}
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
