import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Clock } from '#gateway/core/ports.ts'
import type { Operation } from '#schemas/generated/entities/operation.ts'
import type { OperationBody } from '#schemas/generated/entities/operation-body.ts'
import type { OperationCommand } from '#schemas/generated/entities/operation-command.ts'
import type { OperationTask } from '#schemas/generated/entities/operation-task.ts'
import type { JobEngine } from '../jobs/job-engine.ts'
import { jobIdOf } from '../jobs/job-id.ts'
import type { JobNews } from '../jobs/job-news.ts'
import { isWindow } from '../jobs/window.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import { conflict, invalid, notAllowed, notFound } from '../lib/refusal.ts'
import type { Rights } from '../rights.ts'
import type { Job } from '../store/fleet/job-rows.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Store } from '../store/store.ts'
import { fits, isSendable, sendable } from './commands.ts'
import { maySend, send } from './operation-kind.ts'
import { operationNews } from './operation-news.ts'
import { type Facts, factsOf, OPERATION, operationOf, stateOf, taskOf } from './views.ts'

interface Parts {
  store: Store
  homes: Parameters<typeof send>[0]['homes']
  engine: JobEngine
  rights: Pick<Rights, 'isAdmin' | 'permits'>
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

interface TasksAsked {
  outcome?: OperationTask['outcome'] | undefined
  searchText?: string | undefined
  page: number
  limit: number
}

/** Most of them; beyond that the oldest that are over give way. */
const MOST = limits.limits.operationsKept.value
/** Gateways asked at once. */
const AT_ONCE = 24
/** Tries after the first, of what only looks. */
const RETRIES = 2
const DAY_MS = 86_400_000

/** Operations: one command of the message channel, sent to gateways of one's choice (spec 3 §2, decision 0192). */
export class Operations {
  readonly #parts: Parts
  readonly #news: JobNews

  constructor(parts: Parts) {
    this.#parts = parts
    this.#news = operationNews(parts)
    parts.engine.register(OPERATION, {
      perform: send(parts),
      changed: ({ id }) => this.#news.changed(id),
      ended: ({ id }) => this.#news.ended(id),
    })
  }

  /** What somebody may send. */
  async commands(userId: string): Promise<OperationCommand[]> {
    const { rights } = this.#parts
    const may = await Promise.all(sendable.map(({ command }) => maySend(rights, userId, command)))
    return sendable.filter((_, at) => may[at])
  }

  /** With the key of an earlier call, what that one has sent. */
  async send(
    userId: string,
    { command, payload, devices, waitDays = 0, window }: OperationBody,
    key?: string,
  ): Promise<Job> {
    const { store, engine, clock } = this.#parts
    const now = clock.now()
    const id = jobIdOf({ kind: OPERATION, userId, now, key })
    const stands = await store.jobs.find(id)
    if (stands) return stands
    const all = [...new Set(devices)]
    if (all.length === 0) throw invalid('/devices', undefined, 'NO_SERIAL_NUMBERS')
    if (window !== undefined && !isWindow(window)) throw invalid('/window')
    if (!isSendable(command)) throw invalid('/command', undefined, 'COMMAND_UNKNOWN')
    await this.#assertMaySend(userId, command)
    if (!fits(command, payload)) throw invalid('/payload', undefined, 'COMMAND_PAYLOAD_INVALID')
    await this.#makeRoom()
    const account = await store.accounts.find(userId)
    const userInitiated = [account?.firstName, account?.lastName].filter((part) => part).join(' ') || userId
    const facts: Facts = {
      ...{ command, payload, userInitiated, waitDays, ...waiting(waitDays, now) },
      ...(window !== undefined && { window }),
    }
    const isNew = await engine.begin(
      {
        ...{ id, kind: OPERATION, title: command, facts, begunBy: userId, createdAt: now },
        plan: { concurrency: AT_ONCE, retries: RETRIES, waveGap: 0 },
      },
      all.map((subject) => ({ id: orderedId(now), subject, wave: 0 })),
    )
    if (isNew) this.#news.created(id)
    return this.#job(id)
  }

  async list({
    skip,
    limit,
  }: {
    skip: number
    limit: number
  }): Promise<{ data: Operation[]; count: number }> {
    const { data, count } = await this.#parts.store.jobs.list({ kinds: [OPERATION], skip, limit })
    return { data: data.map(operationOf), count }
  }

  async read(id: string): Promise<Operation> {
    return operationOf(await this.#job(id))
  }

  async tasks(
    id: string,
    { outcome, ...query }: TasksAsked,
  ): Promise<{ data: OperationTask[]; count: number }> {
    const { jobs, gateways } = this.#parts.store
    await this.#job(id)
    const { data, count } = await jobs.tasks(id, { ...query, ...(outcome && stateOf(outcome)) })
    const known = await gateways.some(data.map(({ subject }) => subject))
    const names = new Map(known.map(({ serialNumber, name }) => [serialNumber, name]))
    return { data: data.map((task) => taskOf(task, names.get(task.subject) ?? task.subject)), count }
  }

  /** Once more for gateways that have not done it, in the name of whoever began it: he who asks must be allowed to send it, too. */
  async retry(id: string, userId: string): Promise<Operation> {
    const job = await this.#job(id)
    const { engine, store, clock } = this.#parts
    const facts = factsOf(job)
    await this.#assertMaySend(userId, facts.command)
    if (!operationOf(job).canRetry) throw conflict('OPERATION_NOTHING_TO_RETRY')
    // What was waited for in vain is waited for anew.
    await store.jobs.learn(id, { ...facts, ...waiting(facts.waitDays, clock.now()) })
    if ((await engine.reset(id)) === 0) throw conflict('OPERATION_NOTHING_TO_RETRY')
    return this.read(id)
  }

  async cancel(id: string): Promise<Operation> {
    await this.#job(id)
    if (!(await this.#parts.engine.cancel(id))) throw conflict('OPERATION_OVER')
    return this.read(id)
  }

  /** spec 3 §4: only one that is completed or failed. */
  async remove(id: string): Promise<Operation> {
    const operation = operationOf(await this.#job(id))
    if (!operation.canRemove || (await this.#parts.store.jobs.remove([id])) === 0)
      throw conflict('OPERATION_NOT_REMOVABLE')
    return operation
  }

  async #assertMaySend(userId: string, command: string): Promise<void> {
    if (!(await maySend(this.#parts.rights, userId, command))) throw notAllowed()
  }

  async #makeRoom(): Promise<void> {
    const { jobs } = this.#parts.store
    const oldest = await jobs.list({ kinds: [OPERATION], skip: MOST - 1, limit: MOST })
    if (oldest.data.length === 0) return
    if ((await jobs.remove(oldest.data.map(({ id }) => id))) === 0) throw conflict('OPERATIONS_FULL')
  }

  async #job(id: string): Promise<Job> {
    const job = await this.#parts.store.jobs.find(id)
    if (job?.kind !== OPERATION) throw notFound()
    return job
  }
}

const waiting = (days: number, now: number): { waitUntil?: number } =>
  days > 0 ? { waitUntil: now + days * DAY_MS } : {}
