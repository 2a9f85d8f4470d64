import type { Job, Task } from '../store/fleet/job-rows.ts'
import type { EngineParts, JobKind, Outcome } from './job-engine.ts'
import { backOff } from './job-pace.ts'
import { JobRate } from './job-rate.ts'

/** Timers hold no more. */
const LONGEST_MS = 2_000_000_000

/** What is under way at the end has that long; the rest begins anew with the next start. */
const LAST_MS = 500

interface Turning {
  rate: JobRate | undefined
  active: Set<Promise<void>>
  busy: boolean
  again: boolean
  wake: (() => void) | undefined
}

/** Brings each running job on: whenever something of it has ended, and when something becomes due. */
export class JobTurns {
  readonly #parts: EngineParts
  readonly #kindOf: (kind: string) => JobKind | undefined
  readonly #all = new Map<string, Turning>()
  #stopped = false

  constructor(parts: EngineParts, kindOf: (kind: string) => JobKind | undefined) {
    this.#parts = parts
    this.#kindOf = kindOf
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const turning of this.#all.values()) turning.wake?.()
    const active = [...this.#all.values()].flatMap((turning) => [...turning.active])
    if (active.length === 0) return
    const patience = new Promise<void>((resolve) => void this.#parts.clock.after(LAST_MS, resolve))
    await Promise.race([Promise.allSettled(active), patience])
  }

  /** Asked for while it turns, it turns once more. */
  turn(id: string): void {
    if (this.#stopped) return
    const turning = this.#all.get(id) ?? {
      rate: undefined,
      active: new Set(),
      busy: false,
      again: false,
      wake: undefined,
    }
    this.#all.set(id, turning)
    if (turning.busy) {
      turning.again = true
      return
    }
    turning.busy = true
    turning.wake?.()
    turning.wake = undefined
    void this.#once(id, turning)
      .catch((error: unknown) => {
        if (this.#stopped) return
        this.#parts.log.error({ job: id, error: String(error) }, 'A job could not go on')
        return this.#parts.clock.now() + this.#parts.pace.troubleMs
      })
      .then((next) => {
        turning.busy = false
        if (this.#stopped) return
        if (turning.again) {
          turning.again = false
          this.turn(id)
        } else if (next !== undefined) this.#later(id, turning, next)
        else if (turning.active.size === 0) this.#all.delete(id)
      })
  }

  #later(id: string, turning: Turning, at: number): void {
    const { clock } = this.#parts
    const wait = Math.min(LONGEST_MS, Math.max(0, at - clock.now()))
    turning.wake = clock.after(wait, () => {
      turning.wake = undefined
      this.turn(id)
    })
  }

  /** Answers when it is to be looked at again; undefined: when something else asks for it. */
  async #once(id: string, turning: Turning): Promise<number | undefined> {
    const { jobs, clock, pace } = this.#parts
    const job = await jobs.find(id)
    const kind = job && this.#kindOf(job.kind)
    if (job?.state !== 'running' || !kind) return undefined
    const now = clock.now()
    if (job.deadline !== undefined && job.deadline <= now) {
      await jobs.expire(id, now, 'DEADLINE')
      return this.#end(job, now)
    }
    if (job.waveDueAt > now) return this.#soonest(job, job.waveDueAt)
    if (job.startedAt === undefined) await jobs.change(id, ['running'], { startedAt: now })

    turning.rate ??= new JobRate(job.plan.perMinute, now)
    const room = Math.max(0, job.plan.concurrency - turning.active.size)
    const limit = turning.rate.allows(now, room)
    const claimed = await jobs.claim(id, { wave: job.wave, now, until: now + pace.leaseMs, limit })
    turning.rate.took(claimed.length)
    for (const task of claimed) this.#run(job, task, kind, turning)
    if (claimed.length > 0) kind.changed?.(job)
    // Those under way ask for the next turn when they end.
    if (turning.active.size >= job.plan.concurrency) return undefined
    if (claimed.length === limit && limit > 0) return this.#soonest(job, turning.rate.nextAt(now))
    if (turning.active.size === 0) {
      const standing = await jobs.wave(id, job.wave)
      if (standing.open === 0) return this.#waveOver(job, now)
    }
    const due = await jobs.nextDue(id, job.wave)
    return due === undefined ? undefined : this.#soonest(job, Math.max(due, turning.rate.nextAt(now)))
  }

  #soonest({ deadline }: Job, at: number): number {
    return deadline === undefined ? at : Math.min(deadline, at)
  }

  async #waveOver(job: Job, now: number): Promise<number | undefined> {
    const { jobs } = this.#parts
    if (job.wave + 1 < job.waves) {
      const waveDueAt = now + job.plan.waveGap
      const next = { wave: job.wave + 1, waveDueAt, forgiven: 0 }
      if (await jobs.change(job.id, ['running'], next)) this.#tell(job.id)
      return this.#soonest(job, waveDueAt)
    }
    const due = await jobs.nextDue(job.id, job.wave)
    // Some still wait for their gateways.
    return due === undefined ? this.#end(job, now) : this.#soonest(job, due)
  }

  async #end(job: Job, now: number): Promise<undefined> {
    const { jobs } = this.#parts
    if (!(await jobs.finish(job.id, now))) return
    const ended = await jobs.find(job.id)
    if (ended) this.#kindOf(job.kind)?.ended?.(ended)
  }

  #tell(id: string): void {
    this.#parts.jobs.find(id).then(
      (job) => job && this.#kindOf(job.kind)?.changed?.(job),
      () => {},
    )
  }

  #run(job: Job, task: Task, kind: JobKind, turning: Turning): void {
    const { log } = this.#parts
    const running = this.#performed(job, task, kind)
      .then((outcome) => this.#ended(job, task, outcome))
      .then(() => kind.taskChanged?.(job, task.id))
      .catch((error: unknown) => {
        // Its lease runs out, or the next start gives it back.
        if (!this.#stopped)
          log.error({ job: job.id, task: task.id, error: String(error) }, 'A task was not kept')
      })
      .finally(() => {
        turning.active.delete(running)
        this.turn(job.id)
      })
    turning.active.add(running)
  }

  async #performed(job: Job, task: Task, kind: JobKind): Promise<Outcome> {
    try {
      return await kind.perform(job, task, {
        requestId: (step) => `${task.id}-${task.asked}-${step}`.slice(-64),
        note: async (result) => {
          await this.#parts.jobs.note(task, result)
        },
      })
    } catch (error) {
      if (!this.#stopped)
        this.#parts.log.error(
          { job: job.id, task: task.id, error: String(error) },
          'A task could not be done',
        )
      return { failed: { code: 'INTERNAL' }, again: true, answered: false }
    }
  }

  async #ended(job: Job, task: Task, outcome: Outcome): Promise<void> {
    const { jobs, clock, pace } = this.#parts
    const at = clock.now()
    if ('done' in outcome) {
      await jobs.end(task, { state: 'done', result: outcome.done, at })
      return
    }
    if ('waitsFor' in outcome) {
      const { waitsFor } = outcome
      const later = { dueAt: at + pace.lookAgainMs, waitsFor, counts: false, answered: false }
      await jobs.putOff(task, { ...later, why: { code: waitsFor } })
      return
    }
    if ('againAt' in outcome) {
      const { againAt: dueAt, why } = outcome
      await jobs.putOff(task, { dueAt, counts: false, answered: true, ...(why && { why }) })
      return
    }
    const { failed, again, answered } = outcome
    if (again && task.tries <= job.plan.retries) {
      const dueAt = at + backOff(pace, task.tries)
      await jobs.putOff(task, { dueAt, counts: true, answered, why: failed })
      return
    }
    if (await jobs.end(task, { state: 'failed', ...failed, at })) await this.#judge(job.id, task.wave)
  }

  /** A wave of which too many have failed already does not go on, whatever the rest would do. */
  async #judge(id: string, wave: number): Promise<void> {
    const { jobs, clock } = this.#parts
    const job = await jobs.find(id)
    const limit = job?.plan.haltPercent
    if (job?.state !== 'running' || job.wave !== wave || limit === undefined) return
    const { size, failed } = await jobs.wave(id, wave)
    if ((failed - job.forgiven) * 100 <= limit * size) return
    const to = { state: 'halted', why: 'TOO_MANY_FAILED', stoodAt: clock.now() } as const
    if (await jobs.change(id, ['running'], to)) this.#tell(id)
  }
}
