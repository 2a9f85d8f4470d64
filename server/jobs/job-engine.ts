import type { Clock } from '#gateway/core/ports.ts'
import type { ChannelLog } from '../lib/channel/port.ts'
import type { Job, JobState, NewJob, NewTask, Task, TaskOutcome } from '../store/fleet/job-rows.ts'
import type { Jobs } from '../store/fleet/jobs.ts'
import type { JobPace } from './job-pace.ts'
import { JobTurns } from './job-turns.ts'

/** What came of a task. */
export type Outcome =
  | { done: unknown }
  /** `again`: it may go better later. `answered`: what it asked for was judged, so the next try asks anew. */
  | { failed: TaskOutcome; again: boolean; answered: boolean }
  /** It cannot be tried at all at present: no try is counted, and its wave goes on without it. */
  | { waitsFor: string }
  /** It is done for now, and comes again at this time (epoch ms). */
  | { againAt: number; why?: TaskOutcome }

export interface Attempt {
  /** The same for the same try, also after the server was killed: with it, gateways act once. */
  requestId(step: string): string
  /** Keeps what must be known even if the server ends before the task does. */
  note(result: unknown): Promise<void>
}

/** What a kind of job does. */
export interface JobKind {
  /** Whatever it does can be done twice. Rejects only where the server is at fault. */
  perform(job: Job, task: Task, attempt: Attempt): Promise<Outcome>
  /** It has come further. */
  changed?(job: Job): void
  ended?(job: Job): void
  taskChanged?(job: Job, task: string): void
}

export interface EngineParts {
  jobs: Jobs
  clock: Clock
  log: ChannelLog
  pace: JobPace
}

const STOPPED: readonly JobState[] = ['paused', 'halted']
const OPEN: readonly JobState[] = ['running', ...STOPPED]
const OVER: readonly JobState[] = ['done', 'canceled']

/** While it stands, nothing of its time goes by. */
function deadlineOf({ state, deadline, stoodAt, createdAt }: Job, now: number): number | undefined {
  if (deadline === undefined || !STOPPED.includes(state)) return deadline
  if (stoodAt !== undefined) return deadline + Math.max(0, now - stoodAt)
  // It was stopped before that was written down: it has as long as at first where nothing is left.
  return deadline > now ? deadline : now + deadline - createdAt
}

/**
 * Everything that takes long, one way: tasks are claimed in the store, carried out so many at once and so many a
 * minute, tried again with growing pauses, in waves of which each waits for the one before. The store knows at every
 * moment what is left: killed, it goes on where it was (decision 0169).
 */
export class JobEngine {
  readonly #parts: EngineParts
  readonly #kinds = new Map<string, JobKind>()
  readonly #turns: JobTurns

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#turns = new JobTurns(parts, (kind) => this.#kinds.get(kind))
  }

  /** Before `start`. */
  register(kind: string, does: JobKind): void {
    this.#kinds.set(kind, does)
  }

  /** Goes on with what was under way. */
  async start(): Promise<void> {
    const { jobs } = this.#parts
    await jobs.release()
    for (const { id } of await jobs.running()) this.#turns.turn(id)
  }

  /** Whatever is not finished begins anew with the next start. */
  stop(): Promise<void> {
    return this.#turns.stop()
  }

  /** False where there is one of this id: who asks for it a second time has begun it already (decision 0289). */
  async begin(job: NewJob, tasks: readonly NewTask[]): Promise<boolean> {
    const { jobs } = this.#parts
    const stands = async (): Promise<boolean> => (await jobs.find(job.id)) !== undefined
    if (await stands()) return false
    try {
      await jobs.begin(job, tasks)
    } catch (error) {
      // Asked twice at once.
      if (await stands()) return false
      throw error
    }
    this.goOn(job.id)
    return true
  }

  /** With a job that somebody has put into the store together with something of his own. */
  goOn(id: string): void {
    this.#turns.turn(id)
  }

  /** True as well where it stands already, by somebody else or by its failures, and then it says further why. */
  async pause(id: string): Promise<boolean> {
    const { jobs, clock } = this.#parts
    const to = { state: 'paused', stoodAt: clock.now() } as const
    if (await this.#moved(id, await jobs.change(id, ['running'], to))) return true
    const job = await jobs.find(id)
    return job !== undefined && STOPPED.includes(job.state)
  }

  /**
   * Goes on, with as much time left as when it was stopped (decision 0271); of a wave that was stopped by its failures
   * those that there are do not count again.
   */
  async resume(id: string): Promise<boolean> {
    const { jobs, clock } = this.#parts
    const job = await jobs.find(id)
    if (!job) return false
    // Pressed twice, what has failed in between counts.
    const forgiven = STOPPED.includes(job.state) ? (await jobs.wave(id, job.wave)).failed : job.forgiven
    // One that never began still begins at its time; a wave that is waited for begins now.
    const now = clock.now()
    const waveDueAt = job.startedAt === undefined ? Math.max(now, job.waveDueAt) : now
    const deadline = deadlineOf(job, now)
    const to = { state: 'running', forgiven, waveDueAt, ...(deadline !== undefined && { deadline }) } as const
    return this.#moved(id, await jobs.change(id, OPEN, to))
  }

  async cancel(id: string): Promise<boolean> {
    const { jobs, clock } = this.#parts
    return this.#moved(id, await jobs.cancelAll(id, clock.now()))
  }

  /** False when it has ended, or there is none. */
  async cancelTask(job: string, task: string): Promise<boolean> {
    const { jobs, clock } = this.#parts
    const some = (await jobs.cancel(job, clock.now(), { task })) > 0
    return this.#moved(job, some, task)
  }

  /** How many are done after all; a job that was over goes on. */
  async reset(job: string, choice: { task?: string; code?: string | undefined } = {}): Promise<number> {
    const { jobs, clock } = this.#parts
    const count = await jobs.reset(job, clock.now(), choice)
    if (count === 0) return 0
    await this.#moved(job, true, choice.task)
    return count
  }

  /** What waits for this subject may begin. */
  async wake(subject: string): Promise<void> {
    const { jobs, clock } = this.#parts
    for (const job of await jobs.wake(subject, clock.now())) this.#turns.turn(job)
  }

  async #moved(id: string, moved: boolean, task?: string): Promise<boolean> {
    if (!moved) return false
    const job = await this.#parts.jobs.find(id)
    const kind = job && this.#kinds.get(job.kind)
    if (!job) return true
    if (task !== undefined) kind?.taskChanged?.(job, task)
    if (OVER.includes(job.state)) kind?.ended?.(job)
    else kind?.changed?.(job)
    this.#turns.turn(id)
    return true
  }
}
