import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { useSession } from '#session/session.ts'
import { useReturnedFocus } from '#ui/use-returned-focus.ts'
import { withTexts } from '../part.ts'
import { Counted } from './Counted.tsx'
import { happenings } from './current.ts'

const JobPanel = lazy(() => withTexts(import('./JobPanel.tsx')))
const NewsPanel = lazy(() => withTexts(import('./NewsPanel.tsx')))

/** Job centre and bell, with their counts. */
export function HeaderPanels() {
  const { t } = useText()
  const { definitions, onEvent } = useEngine()
  const { gateways } = useSession()
  const { jobs, unread } = useSyncExternalStore(happenings.subscribe, happenings.current)
  const [open, setOpen] = useState<'jobs' | 'news'>()
  useReturnedFocus(open !== undefined)
  useEffect(() => onEvent?.((event, data) => happenings.take(event, data, Date.now())), [onEvent])
  useEffect(() => happenings.learn(gateways, Date.now()), [gateways])
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
        count={unread}
        most={most}
        tone="danger"
        expanded={open === 'news'}
        onClick={() => setOpen('news')}
      />
      <Suspense>
        {open === 'jobs' && <JobPanel onClose={close} />}
        {open === 'news' && <NewsPanel onClose={close} />}
      </Suspense>
    </>
  )
}
