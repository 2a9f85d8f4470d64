import bulkRules from '#catalogue/rules/bulk.json' with { type: 'json' }
import type { BulkRules } from '#schemas/generated/definitions/rules-bulk.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import type { BulkTask } from '#schemas/generated/entities/bulk-task.ts'
import { countsOf, isOpen, isoOf, statusOf, TASK_STATUS } from '../jobs/job-status.ts'
import { OUTSIDE_WINDOW } from '../jobs/window.ts'
import type { Job, Task, WaveStanding } from '../store/fleet/job-rows.ts'
import type { Back } from './contents/content-kind.ts'

export const BULK = 'bulk'
/** Why a task waits, not why it failed. */
export const rules = bulkRules as BulkRules

export interface Facts extends Readonly<Record<string, unknown>> {
  content: BulkContent
  contentId?: string
  /** Hours in which gateways are changed, each by its own clocks. */
  window?: string
  userInitiated: string
  takesBack?: string
  takenBackBy?: string
}

/** What is kept of a task. */
export interface Kept {
  says?: BulkTask['says']
  back?: readonly Back[]
  /** Of content with several parts. */
  parts?: BulkTask['parts']
}

export const factsOf = ({ facts }: Job): Facts => facts as Facts
export const keptOf = ({ result }: Task): Kept => (result ?? {}) as Kept

const MINUTE_MS = 60_000

/** The first wave is that of the canaries where there is more than one. */
const waveName = (index: number, waves: number): string =>
  index === 0 && waves > 1 ? 'canary' : String(index + (waves > 1 ? 0 : 1))

export function operationOf(
  job: Job,
  waves: readonly (WaveStanding & { wave: number })[],
): Omit<BulkOperation, 'devices' | 'causes' | 'waiting'> {
  const { content, contentId, window, userInitiated, takesBack, takenBackBy } = factsOf(job)
  const { total, done, plan } = job
  const { progress, ...counts } = countsOf(job)
  const open = isOpen(job)
  return {
    ...{ _id: job.id, status: statusOf(job), operation_name: job.title, content },
    ...(contentId !== undefined && { contentId }),
    ...counts,
    createdAt: isoOf(job.createdAt),
    ...(job.startedAt !== undefined && { timeOfOperationStart: isoOf(job.startedAt) }),
    ...(job.endedAt !== undefined && { timeOfOperationFinish: isoOf(job.endedAt) }),
    campaignOptions: {
      progress,
      retryNumber: plan.retries,
      waveGap: Math.round(plan.waveGap / MINUTE_MS),
      ...(plan.haltPercent !== undefined && { haltPercent: plan.haltPercent }),
      ...(plan.perMinute !== undefined && { perMinute: plan.perMinute }),
      ...(window !== undefined && { window }),
      ...(job.state === 'running' && job.wave > 0 && { nextWaveAt: isoOf(job.waveDueAt) }),
      // One that stands has its time left, whenever it goes on.
      ...(job.state === 'running' && job.deadline !== undefined && { waitUntil: isoOf(job.deadline) }),
    },
    ...{ userId: job.begunBy, userInitiated },
    taskOptions: { numberOfTasks: total },
    taskList: waves.map(({ wave }) => ({ index: wave, name: waveName(wave, waves.length) })),
    taskLog: waves.map(({ wave, size, done: successful, failed: lost, left }) => ({
      ...{ index: wave, size, successful, failed: lost, left },
    })),
    canCancel: open,
    canTakeBack:
      !open &&
      // Of several parts some may have been brought where others could not.
      (done > 0 || (content.content_params.length > 1 && job.failed > 0)) &&
      content.content_type !== 'opn' &&
      takesBack === undefined &&
      takenBackBy === undefined,
    ...(takesBack !== undefined && { takesBack }),
    ...(takenBackBy !== undefined && { takenBackBy }),
  }
}

export function bulkTaskOf(task: Task, deviceName?: string): BulkTask {
  const isFinished = task.state === 'done' || task.state === 'failed' || task.state === 'canceled'
  const { says, parts } = keptOf(task)
  const waits = task.state === 'waiting' && task.waitsFor !== undefined
  const outside = task.state === 'waiting' && task.code === OUTSIDE_WINDOW
  const failedAt = task.endedAt ?? task.startedAt
  return {
    ...{ _id: task.id, device: task.subject },
    ...(deviceName !== undefined && { deviceName }),
    ...{ isCanceled: task.state === 'canceled', isFinished, isFailed: task.state === 'failed' },
    taskOptions: {
      progress: isFinished ? 100 : 0,
      status: waits ? 'offline' : outside ? 'window' : TASK_STATUS[task.state],
    },
    wave: task.wave,
    ...(task.startedAt !== undefined && { timeOfTaskStart: isoOf(task.startedAt) }),
    ...(outside && { opensAt: isoOf(task.dueAt) }),
    ...(task.endedAt !== undefined && { taskFinishedTimestamp: isoOf(task.endedAt) }),
    ...(task.startedAt !== undefined &&
      task.endedAt !== undefined && { took: Math.max(0, task.endedAt - task.startedAt) }),
    ...{ triedCounter: task.tries, retryCounter: Math.max(0, task.tries - 1) },
    ...(task.state === 'done' && says !== undefined && { says }),
    ...(parts && { parts }),
    ...(task.code !== undefined &&
      task.code !== OUTSIDE_WINDOW &&
      task.state !== 'done' && {
        errorFeedback: {
          ...{ code: task.code, defautlMsg: task.code, timeOfFail: isoOf(failedAt ?? task.dueAt) },
          ...(task.message && { customMsg: task.message }),
          troubleshooting: rules.causes[task.code]?.remedy ?? 'retry',
        },
      }),
  }
}
