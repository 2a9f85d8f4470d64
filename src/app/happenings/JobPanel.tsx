import { useSyncExternalStore } from 'react'
import { useNow } from '#engine/property/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { happenings } from './current.ts'
import { Entry, Nothing } from './Entry.tsx'
import { iconOfJob, inOrder, type Job } from './jobs.ts'
import { useGatewayName } from './use-gateway-name.ts'

const tones = { running: 'info', done: 'ok', failed: 'danger', canceled: 'plain' } as const

/** What runs, what failed, what is done (ux.md, "One job centre"). */
export default function JobPanel({ onClose }: { onClose(): void }) {
  const { t, say } = useText()
  const { age } = useWords()
  const now = useNow()
  const nameOf = useGatewayName()
  const { jobs } = useSyncExternalStore(happenings.subscribe, happenings.current)
  const running = jobs.filter(({ state }) => state === 'running').length
  const over = jobs.length > running
  const noteOf = ({ kind, state, progress, at }: Job): string =>
    progress === undefined
      ? `${say(`jobs.${kind}.${state}`)} · ${age(at, now)}`
      : t('shell.jobs.progress', { state: say(`jobs.${kind}.${state}`), progress })
  return (
    <Dialog
      open
      look="panel"
      title={t('shell.jobs.title')}
      aside={running > 0 && <small>{t('shell.jobs.running', { count: running })}</small>}
      onClose={onClose}
      actions={
        <>
          {over && <Button onClick={() => happenings.clearJobs()}>{t('shell.jobs.clear')}</Button>}
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
            <Entry
              key={`${job.kind} ${job.serialNumber}`}
              icon={iconNamed(iconOfJob(job))}
              tone={tones[job.state]}
              title={say(`jobs.${job.kind}.title`, '', { name: nameOf(job.serialNumber) })}
              note={noteOf(job)}
              progress={job.state === 'running' ? { value: job.progress } : undefined}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
