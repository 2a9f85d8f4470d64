import { onTestFinished } from 'vitest'
import { type Attempt, JobEngine, type JobKind, type Outcome } from '#server/jobs/job-engine.ts'
import { type JobPace, usualJobPace } from '#server/jobs/job-pace.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { Job, JobPlan, NewJob, NewTask, Task } from '#server/store/fleet/job-rows.ts'
import type { Store } from '#server/store/store.ts'

/** Nobody waits a quarter of a minute for a second try in a test. */
export const quickPace: JobPace = {
  ...usualJobPace,
  retryMs: 2,
  longestRetryMs: 20,
  troubleMs: 5,
  lookAgainMs: 60_000,
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }
let made = 0

export const plan: JobPlan = { concurrency: 4, retries: 3, waveGap: 0 }

export const job = (more: Partial<NewJob> = {}): NewJob => {
  made++
  return {
    ...{ id: `job-${made}`, kind: 'test', title: `Job ${made}`, facts: {}, begunBy: 'mia' },
    ...{ createdAt: Date.now(), plan },
    ...more,
  }
}

/** Tasks in waves of these sizes. */
export const tasks = ({ id }: NewJob, ...sizes: readonly number[]): NewTask[] =>
  sizes.flatMap((size, wave) =>
    Array.from({ length: size }, (_none, n) => ({
      id: `${id}-task-${wave}-${String(n).padStart(5, '0')}`,
      subject: `G-${wave}-${n}`,
      wave,
    })),
  )

export interface Engine {
  engine: JobEngine
  /** Resolves with the job as it ended. */
  ended(id: string): Promise<Job>
  /** Resolves as soon as this holds. */
  until(id: string, holds: (job: Job) => boolean): Promise<Job>
}

export function engineOn(
  store: Store,
  perform: (job: Job, task: Task, attempt: Attempt) => Promise<Outcome> | Outcome,
  pace: Partial<JobPace> = {},
): Engine {
  const engine = new JobEngine({
    ...{ jobs: store.jobs, clock: systemClock, log: silent },
    pace: { ...quickPace, ...pace },
  })
  const waiting = new Set<() => void>()
  const look = () => {
    for (const one of waiting) one()
  }
  const kind: JobKind = {
    perform: async (...given) => perform(...given),
    changed: look,
    ended: look,
    taskChanged: look,
  }
  engine.register('test', kind)
  onTestFinished(() => engine.stop())
  const until = (id: string, holds: (job: Job) => boolean) =>
    new Promise<Job>((resolve, reject) => {
      const check = () => {
        store.jobs.find(id).then((found) => {
          if (!found || !holds(found)) return
          waiting.delete(check)
          resolve(found)
        }, reject)
      }
      waiting.add(check)
      check()
    })
  return { engine, until, ended: (id) => until(id, ({ state }) => state === 'done' || state === 'canceled') }
}
