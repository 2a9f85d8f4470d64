import { use, useState } from 'react'
import { isForbidden } from '#engine/conditions/forbidden.ts'
import { PortsContext, useEngine } from '#engine/engine.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { clockOf } from '#engine/screens/status/use-countdown.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { JobState } from '#schemas/generated/definitions/jobs.ts'
import { useSession } from '#session/session.ts'
import { Button } from '#ui/Button.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { routeOf } from '../definitions.ts'
import { Entry } from './Entry.tsx'
import styles from './JobEntry.module.css'
import { countOf, reasonsIn } from './job-parts.ts'
import { type Job, kindOf } from './jobs.ts'
import { useGatewayName } from './use-gateway-name.ts'

const TONES = { running: 'info', done: 'ok', failed: 'danger', canceled: 'plain' } as const

/** One second: the time that is left is counted. */
const SECOND = 1000

interface Props {
  job: Job
  onClose(): void
}

/** How far a job is, what failed and why, and the ways to end it or to begin again. */
export function JobEntry({ job, onClose }: Props) {
  const { t, say } = useText()
  const { age } = useWords()
  const { kind, serialNumber, state, says, unseen, parts = {}, left, at } = job
  const now = useNow(state === 'running' && left ? SECOND : undefined)
  const nameOf = useGatewayName()
  const seconds = left && Math.max(0, Math.ceil((left.until - now) / SECOND))
  const progress = job.progress ?? (left && passed(left, now))
  const word = unseen ? t('shell.jobs.unseen') : say(`jobs.${kind}.${says ?? state}`)
  const notes = [
    job.progress === undefined ? word : t('shell.jobs.progress', { state: word, progress: job.progress }),
    seconds === undefined
      ? job.progress === undefined && age(at, now)
      : t('shell.jobs.left', { time: clockOf(seconds) }),
  ]
  const counts = {
    done: countOf(parts, 'done'),
    failed: countOf(parts, 'failed'),
    all: Object.keys(parts).length,
  }
  return (
    <Entry
      icon={iconNamed(kindOf(job)?.icon)}
      tone={unseen ? 'plain' : TONES[state]}
      title={say(`jobs.${kind}.title`, '', { name: nameOf(serialNumber) })}
      note={notes.filter(Boolean).join(' · ')}
      progress={state === 'running' ? { value: progress } : undefined}
    >
      {counts.all > 0 && <p className={styles.parts}>{say(`jobs.${kind}.parts`, '', counts)}</p>}
      {reasonsIn(parts).map((code) => (
        <p key={code} className={styles.why}>
          {say(`jobs.${kind}.why.${code}`, t('shell.jobs.partFailed'))}
        </p>
      ))}
      <JobWays job={job} state={state} onClose={onClose} />
    </Entry>
  )
}

/** Per cent of its time. */
const passed = ({ until, span }: { until: number; span: number }, now: number): number =>
  Math.min(100, Math.max(0, Math.round(100 - ((until - now) / span) * 100)))

/** Only for the gateway that the page is at: nothing else can be asked of. */
function JobWays({ job, state, onClose }: Props & { state: JobState }) {
  const { t } = useText()
  const engine = useEngine()
  const { go } = engine
  const { gateway } = useSession()
  const ports = use(PortsContext)
  const [busy, setBusy] = useState(false)
  const { cancel, begins, opens } = kindOf(job) ?? {}
  if (opens !== undefined && go)
    return (
      <div className={styles.ways}>
        <Button
          size="dense"
          onClick={() => {
            onClose()
            go(routeOf(opens))
          }}
        >
          {t('shell.jobs.open')}
        </Button>
      </div>
    )
  if (job.serialNumber !== gateway?.serialNumber) return null
  const action = cancel === undefined ? undefined : { command: cancel, outcomes: {} }
  if (state === 'running')
    return (
      action &&
      ports &&
      !isForbidden(action, engine) && (
        <div className={styles.ways}>
          <Button
            size="dense"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void ports.source.act(action, {}).finally(() => setBusy(false))
            }}
          >
            {t('shell.jobs.cancel')}
          </Button>
        </div>
      )
    )
  return (
    begins !== undefined &&
    go && (
      <div className={styles.ways}>
        <Button
          size="dense"
          icon="refresh"
          onClick={() => {
            onClose()
            go(routeOf(begins))
          }}
        >
          {t('shell.jobs.again')}
        </Button>
      </div>
    )
  )
}
