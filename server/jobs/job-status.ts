import type { Job } from '../store/fleet/job-rows.ts'

const WORDS = { running: 'In Progress', paused: 'Paused', halted: 'Halted', canceled: 'Canceled' } as const

/** In one word, as answers say it. Failed: it is over, and nothing of it succeeded. */
export function statusOf({ state, startedAt, done, total, failed }: Job) {
  if (state === 'running' && startedAt === undefined) return 'Pending'
  if (state !== 'done') return WORDS[state]
  return done === 0 && failed > 0 && total > 0 ? 'Failed' : 'Completed'
}

/** How far it is: what is over counts, whatever came of it. */
export function countsOf({ total, done, failed, canceled }: Job) {
  const over = done + failed + canceled
  return {
    finishTaskCount: over,
    taskCounters: { total, successful: done, failed, canceled, left: total - over },
    progress: total === 0 ? 100 : Math.floor((over * 100) / total),
  }
}

export const isOpen = ({ state }: Job): boolean =>
  state === 'running' || state === 'paused' || state === 'halted'

export const isoOf = (at: number): string => new Date(at).toISOString()

/** What a task that is in a state is called on the wire. */
export const TASK_STATUS = {
  waiting: 'waiting',
  running: 'running',
  done: 'successful',
  failed: 'failed',
  canceled: 'canceled',
} as const
