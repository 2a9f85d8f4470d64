import { useSyncExternalStore } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { activity } from './current.ts'
import { Nothing } from './Entry.tsx'
import { JobEntry } from './JobEntry.tsx'
import { inOrder } from './jobs.ts'

/** What runs, what failed, what is done (docs/behaviour.md, "One job centre"). */
export default function JobPanel({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const { jobs } = useSyncExternalStore(activity.subscribe, activity.current)
  const running = jobs.filter(({ state }) => state === 'running').length
  const over = jobs.length > running
  return (
    <Dialog
      open
      look="panel"
      title={t('shell.jobs.title')}
      aside={running > 0 && <small>{t('shell.jobs.running', { count: running })}</small>}
      onClose={onClose}
      actions={
        <>
          {over && <Button onClick={() => activity.clearJobs()}>{t('shell.jobs.clear')}</Button>}
          <Button look={over ? 'plain' : 'main'} onClick={onClose}>
            {t('shell.close')}
          </Button>
        </>
      }
    >
      {jobs.length === 0 ? (
        <Nothing icon="jobs" title={t('shell.jobs.none')} text={t('shell.jobs.noneText')} />
      ) : (
        <ul>
          {inOrder(jobs).map((job) => (
            <JobEntry key={`${job.kind} ${job.serialNumber}`} job={job} onClose={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
