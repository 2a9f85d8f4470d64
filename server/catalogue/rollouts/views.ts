import type { Rollout } from '#schemas/generated/entities/rollout.ts'
import type { RolloutGateway } from '#schemas/generated/entities/rollout-gateway.ts'
import { countsOf, isOpen, isoOf } from '../../jobs/job-status.ts'
import type { Job, Task } from '../../store/fleet/job-rows.ts'

export const ROLLOUT = 'rollout'

/** What is kept of a rollout beside its tasks. */
export interface RolloutFacts {
  path: string
  text: string
  /** What the file said, and its version; neither where there was none. */
  before: string
  version?: string
  observeMinutes: number
  thenAll: boolean
  /** Homes that there were when it began. */
  homes: number
  userInitiated: string
  /** How it ended. */
  settled?: 'all' | 'takenBack'
  why?: Rollout['why']
}

export const factsOf = ({ facts }: Job): RolloutFacts => facts as unknown as RolloutFacts

/** What a task keeps: from when its home had the edit. */
export const sinceOf = ({ result }: Task): number | undefined =>
  (result as { since?: number } | undefined)?.since

export function stateOf(job: Job): Rollout['state'] {
  const { settled } = factsOf(job)
  if (settled) return settled
  if (job.state === 'done') return 'decide'
  return job.state === 'running' ? 'running' : 'paused'
}

export function rolloutOf(job: Job, { has, faulty }: { has: number; faulty: number }): Rollout {
  const { path, text, before, observeMinutes, thenAll, homes, userInitiated, why, settled } = factsOf(job)
  const state = stateOf(job)
  return {
    ...{ _id: job.id, path, state, text, before, observeMinutes, thenAll, homes, userInitiated },
    ...(why && { why }),
    haltPercent: job.plan.haltPercent ?? 100,
    ...{ waves: job.waves, wave: job.wave + 1, total: job.total, has: settled ? 0 : has, faulty },
    ...{ good: job.done, progress: settled ? 100 : countsOf(job).progress },
    createdAt: isoOf(job.createdAt),
    ...(job.endedAt !== undefined && settled && { endedAt: isoOf(job.endedAt) }),
    canPause: state === 'running',
    canResume: state === 'paused',
    canFinish: !settled,
    // Afterwards, too: whoever learns of a fault late goes back in one press.
    canTakeBack: settled !== 'takenBack',
    canRemove: settled !== undefined && !isOpen(job),
  }
}

export function rolloutGatewayOf(
  job: Job,
  task: Task,
  { name, faults }: { name: string; faults: number },
): RolloutGateway {
  const since = sinceOf(task)
  const { settled } = factsOf(job)
  const outcome =
    faults > 0
      ? 'faulty'
      : task.state === 'done'
        ? 'good'
        : since !== undefined
          ? 'watched'
          : settled === 'takenBack'
            ? 'never'
            : 'waiting'
  return {
    ...{ _id: task.id, serialNumber: task.subject, name, wave: task.wave + 1, outcome, faults },
    sees: settled === 'all' || (settled === undefined && since !== undefined) ? 'edited' : 'usual',
    ...(since !== undefined && { since: isoOf(since) }),
  }
}
