import type { Operation, OperationStatus } from '#schemas/generated/entities/operation.ts'
import type { OperationTask } from '#schemas/generated/entities/operation-task.ts'
import { countsOf, isOpen, isoOf, statusOf, TASK_STATUS } from '../jobs/job-status.ts'
import { OUTSIDE_WINDOW } from '../jobs/window.ts'
import type { Job, Task } from '../store/fleet/job-rows.ts'
import type { TaskQuery } from '../store/fleet/jobs.ts'

export const OPERATION = 'operation'

export interface Facts extends Readonly<Record<string, unknown>> {
  command: string
  payload: Readonly<Record<string, unknown>>
  userInitiated: string
  /** Gateways that are offline are waited for so long; 0: not at all. */
  waitDays: number
  /** Epoch ms, where they are. */
  waitUntil?: number
  /** Two times of the day, as of a bulk operation (decision 0222). */
  window?: string
}

/** What is kept of a task. */
export interface Kept {
  /** It was sent as its so-manieth asking: what changes something is not sent again by itself. */
  sent?: number
  /** The beginning of what the gateway answered, as JSON. */
  answer?: string
}

export const factsOf = ({ facts }: Job): Facts => facts as Facts
export const keptOf = ({ result }: Task): Kept => (result ?? {}) as Kept

/** spec 3 §4: these may be deleted, and no other ones. */
const REMOVABLE: readonly string[] = ['Completed', 'Failed'] satisfies readonly OperationStatus[]

export function operationOf(job: Job): Operation {
  const { command, payload, userInitiated, waitUntil } = factsOf(job)
  const { progress, ...counts } = countsOf(job)
  const open = isOpen(job)
  // Nothing stops one by itself or for a while.
  const status = statusOf(job) as OperationStatus
  return {
    ...{ _id: job.id, status, command, payload: JSON.stringify(payload), ...counts, progress },
    createdAt: isoOf(job.createdAt),
    ...(job.startedAt !== undefined && { timeOfOperationStart: isoOf(job.startedAt) }),
    ...(job.endedAt !== undefined && { timeOfOperationFinish: isoOf(job.endedAt) }),
    ...(open && waitUntil !== undefined && { waitUntil: isoOf(waitUntil) }),
    ...{ userId: job.begunBy, userInitiated },
    ...{ canCancel: open, canRetry: !open && job.failed + job.canceled > 0 },
    canRemove: REMOVABLE.includes(status),
  }
}

/** The tasks of an outcome, as they are kept. */
export function stateOf(outcome: OperationTask['outcome']): Pick<TaskQuery, 'filter' | 'waits'> {
  if (outcome === 'offline') return { filter: 'waiting', waits: true }
  if (outcome === 'waiting') return { filter: 'waiting', waits: false }
  return { filter: outcome === 'successful' ? 'done' : outcome }
}

export function taskOf(task: Task, deviceName: string): OperationTask {
  const { state, code, message, startedAt, endedAt } = task
  const waits = state === 'waiting' && task.waitsFor !== undefined
  const { answer } = keptOf(task)
  const outside = state === 'waiting' && code === OUTSIDE_WINDOW
  return {
    ...{ _id: task.id, device: task.subject, deviceName },
    outcome: waits ? 'offline' : TASK_STATUS[state],
    ...(startedAt !== undefined && { timeOfTaskStart: isoOf(startedAt) }),
    ...(endedAt !== undefined && { taskFinishedTimestamp: isoOf(endedAt) }),
    ...(outside && { opensAt: isoOf(task.dueAt) }),
    triedCounter: task.tries,
    ...(state === 'done' && answer !== undefined && { answer }),
    ...(code !== undefined &&
      code !== OUTSIDE_WINDOW &&
      state !== 'done' && { errorFeedback: { code, ...(message && { message }) } }),
  }
}
