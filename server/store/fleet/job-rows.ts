import type { JobsTable, JobTasksTable } from './tables.ts'

export type JobState = 'running' | 'paused' | 'halted' | 'done' | 'canceled'
export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'canceled'
export type TaskFilter = 'all' | TaskState

/** How a job is carried out. */
export interface JobPlan {
  /** Tasks under way at once. */
  concurrency: number
  /** Tasks begun in a minute at most. */
  perMinute?: number
  /** Tries after the first. */
  retries: number
  /** Ms between two waves. */
  waveGap: number
  /** Stops by itself once more than so many per cent of a wave have failed. */
  haltPercent?: number
}

export interface NewJob {
  id: string
  kind: string
  title: string
  facts: Readonly<Record<string, unknown>>
  /** Id of an account. */
  begunBy: string
  createdAt: number
  /** Epoch ms before which none of its tasks begins; without it, at once. */
  startsAt?: number
  deadline?: number
  plan: JobPlan
}

export interface NewTask {
  /** Tasks are listed, and within a wave begun, in the order of their ids. */
  id: string
  subject: string
  /** From 0. */
  wave: number
  /** What is known of it already. */
  result?: unknown
}

export interface Job extends NewJob {
  state: JobState
  why?: string
  startedAt?: number
  endedAt?: number
  /** Since when it is paused or halted. */
  stoodAt?: number
  wave: number
  waves: number
  waveDueAt: number
  forgiven: number
  total: number
  done: number
  failed: number
  canceled: number
}

export interface TaskOutcome {
  /** Why not. */
  code: string
  message?: string
}

export interface TaskEnd extends Partial<TaskOutcome> {
  state: 'done' | 'failed' | 'canceled'
  result?: unknown
  at: number
}

export interface Task extends NewTask {
  jobId: string
  state: TaskState
  waitsFor?: string
  tries: number
  asked: number
  dueAt: number
  startedAt?: number
  endedAt?: number
  code?: string
  message?: string
}

/** How a wave fares. `open` are those that it waits for, `left` those that have not ended. */
export interface WaveStanding {
  size: number
  open: number
  left: number
  done: number
  failed: number
}

export const jobOf = (row: JobsTable): Job => ({
  ...{ id: row.id, kind: row.kind, title: row.title, begunBy: row.begun_by },
  facts: JSON.parse(row.facts) as Job['facts'],
  createdAt: Number(row.created_at),
  plan: {
    concurrency: Number(row.concurrency),
    retries: Number(row.retries),
    waveGap: Number(row.wave_gap),
    ...(row.per_minute !== null && { perMinute: Number(row.per_minute) }),
    ...(row.halt_percent !== null && { haltPercent: Number(row.halt_percent) }),
  },
  state: row.state as JobState,
  ...(row.why !== null && { why: row.why }),
  ...(row.deadline !== null && { deadline: Number(row.deadline) }),
  ...(row.started_at !== null && { startedAt: Number(row.started_at) }),
  ...(row.ended_at !== null && { endedAt: Number(row.ended_at) }),
  ...(row.stood_at !== null && { stoodAt: Number(row.stood_at) }),
  ...{ wave: Number(row.wave), waves: Number(row.waves), waveDueAt: Number(row.wave_due_at) },
  forgiven: Number(row.forgiven),
  ...{ total: Number(row.total), done: Number(row.done) },
  ...{ failed: Number(row.failed), canceled: Number(row.canceled) },
})

export const taskOf = (row: JobTasksTable): Task => ({
  ...{ id: row.id, jobId: row.job_id, subject: row.subject, wave: Number(row.wave) },
  state: row.state as TaskState,
  ...{ tries: Number(row.tries), asked: Number(row.asked), dueAt: Number(row.due_at) },
  ...(row.waits_for !== null && { waitsFor: row.waits_for }),
  ...(row.started_at !== null && { startedAt: Number(row.started_at) }),
  ...(row.ended_at !== null && { endedAt: Number(row.ended_at) }),
  ...(row.code !== null && { code: row.code }),
  ...(row.message !== null && { message: row.message }),
  ...(row.result !== null && { result: JSON.parse(row.result) as unknown }),
})
