import type { Clock } from '#gateway/core/ports.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { BulkBody } from '#schemas/generated/entities/bulk-body.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import type { BulkTask } from '#schemas/generated/entities/bulk-task.ts'
import type { JobEngine } from '../jobs/job-engine.ts'
import { jobIdOf } from '../jobs/job-id.ts'
import type { JobNews } from '../jobs/job-news.ts'
import { tasksOf, wavesOf } from '../jobs/waves.ts'
import { isWindow } from '../jobs/window.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import { conflict, invalid, notFound } from '../lib/refusal.ts'
import type { Job, Task } from '../store/fleet/job-rows.ts'
import type { TaskQuery } from '../store/fleet/jobs.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Store } from '../store/store.ts'
import { carryOut } from './bulk-kind.ts'
import { bulkNews } from './bulk-news.ts'
import { commandOf } from './contents/contents.ts'
import { planOf } from './plan.ts'
import type { Homes } from './reach.ts'
import { BULK, bulkTaskOf, type Facts, factsOf, keptOf, operationOf, rules } from './views.ts'

export interface BulkParts {
  store: Store
  homes: Homes
  engine: JobEngine
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

/** Most of them; whoever wants more deletes old ones first. */
const MOST = 1000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DEFAULT_RETRIES = 3

/** Bulk operations: something is planned for many gateways, tried on a few, brought to all, and taken back (spec 3 §3). */
export class Bulk {
  readonly #parts: BulkParts
  readonly #news: JobNews

  constructor(parts: BulkParts) {
    this.#parts = parts
    this.#news = bulkNews(parts)
    parts.engine.register(BULK, {
      perform: carryOut(parts),
      changed: ({ id }) => this.#news.changed(id),
      ended: ({ id }) => this.#news.ended(id),
      taskChanged: ({ id }, task) => this.#news.task(id, task),
    })
  }

  async plan(
    userId: string,
    { contentId, content, devices }: Pick<BulkBody, 'contentId' | 'content'> & { devices: readonly string[] },
  ): Promise<BulkPlan> {
    const { content_params } = await this.#content(contentId, content)
    const now = () => this.#parts.clock.now()
    const elapsed = () => performance.now()
    return planOf(
      { ...this.#parts, now, elapsed },
      { content: content_params, devices: unique(devices), userId },
    )
  }

  /** With the key of an earlier call, what that one has begun. */
  async create(
    { operation_name, contentId, content, userId, devices, campaignOptions = {} }: BulkBody,
    key?: string,
  ): Promise<Job> {
    const id = jobIdOf({ kind: BULK, userId, now: this.#parts.clock.now(), key })
    const stands = await this.#parts.store.jobs.find(id)
    if (stands) return stands
    const title = cleanName(operation_name)
    if (title === '') throw invalid('/operation_name')
    const what = await this.#content(contentId, content)
    const all = unique(devices)
    const { canaries = [], waves = [100], days = rules.days, window } = campaignOptions
    const ours = new Set(all)
    if (canaries.some((one) => !ours.has(one))) throw invalid('/campaignOptions/canaries')
    if (window !== undefined && !isWindow(window)) throw invalid('/campaignOptions/window')
    const planned = wavesOf({ devices: all, canaries, waves })
    const facts = {
      content: what,
      ...(contentId !== undefined && { contentId }),
      ...(window !== undefined && { window }),
    }
    return this.#begin({ id, title, facts, userId, waves: planned, options: { ...campaignOptions, days } })
  }

  /** An operation of its own, in the same waves, for those gateways where something was done. */
  async takeBack(id: string, userId: string): Promise<Job> {
    const { jobs } = this.#parts.store
    const job = await this.#job(id)
    const operation = operationOf(job, [])
    if (!operation.canTakeBack) throw conflict('BULK_NOT_TAKEN_BACK')
    const done = (await jobs.brought(id)).filter((task) => (keptOf(task).back?.length ?? 0) > 0)
    if (done.length === 0) throw conflict('BULK_NOTHING_TO_TAKE_BACK')
    const back = new Map(done.map((task) => [task.subject, keptOf(task).back]))
    const { content, contentId } = factsOf(job)
    const taking = await this.#begin({
      // Taken back once, though the server is killed before that is noted below.
      id: `${id}-back`,
      title: job.title,
      facts: { content, ...(contentId !== undefined && { contentId }), takesBack: id },
      userId,
      waves: [[...back.keys()]],
      options: { retryNumber: job.plan.retries, days: rules.days },
      result: (subject) => ({ back: back.get(subject) }),
    })
    await jobs.learn(id, { ...job.facts, takenBackBy: taking.id })
    this.#news.changed(id)
    return taking
  }

  async list(query: {
    searchText?: string | undefined
    page: number
    limit: number
  }): Promise<{ data: BulkOperation[]; count: number }> {
    const { page, limit, searchText } = query
    const { jobs } = this.#parts.store
    const { data, count } = await jobs.list({ kinds: [BULK], searchText, skip: (page - 1) * limit, limit })
    return { data: data.map((job) => operationOf(job, [])), count }
  }

  async read(id: string): Promise<BulkOperation> {
    const { jobs } = this.#parts.store
    const job = await this.#job(id)
    const [waves, causes, devices, waiting] = await Promise.all([
      jobs.waves(id),
      jobs.causes(id),
      jobs.subjects(id),
      jobs.waiting(id),
    ])
    return { ...operationOf(job, waves), causes: [...causes], devices: [...devices], waiting }
  }

  async tasks(id: string, query: TaskQuery): Promise<{ data: BulkTask[]; count: number }> {
    await this.#job(id)
    const { data, count } = await this.#parts.store.jobs.tasks(id, query)
    return { data: await this.#named(data), count }
  }

  async task(id: string): Promise<BulkTask> {
    const [shown] = await this.#named([await this.#task(id)])
    if (!shown) throw notFound()
    return shown
  }

  async pause(id: string): Promise<void> {
    await this.#job(id)
    if (!(await this.#parts.engine.pause(id))) throw conflict('BULK_OVER')
  }

  async resume(id: string): Promise<void> {
    await this.#job(id)
    if (!(await this.#parts.engine.resume(id))) throw conflict('BULK_OVER')
  }

  async cancel(id: string): Promise<void> {
    await this.#job(id)
    if (!(await this.#parts.engine.cancel(id))) throw conflict('BULK_OVER')
  }

  async resetAll(id: string, code?: string): Promise<number> {
    await this.#job(id)
    return this.#parts.engine.reset(id, { code })
  }

  async resetTask(id: string): Promise<void> {
    const { jobId } = await this.#task(id)
    if ((await this.#parts.engine.reset(jobId, { task: id })) === 0) throw conflict('BULK_TASK_NOT_OVER')
  }

  async cancelTask(id: string): Promise<void> {
    const { jobId } = await this.#task(id)
    if (!(await this.#parts.engine.cancelTask(jobId, id))) throw conflict('BULK_TASK_OVER')
  }

  /** How many are gone: what still goes on stays. */
  async remove(ids: readonly string[]): Promise<number> {
    const { jobs } = this.#parts.store
    const found = await Promise.all(ids.map((id) => jobs.find(id)))
    return jobs.remove(found.flatMap((job) => (job?.kind === BULK ? job.id : [])))
  }

  async #content(contentId: string | undefined, content: BulkContent | undefined): Promise<BulkContent> {
    if (contentId !== undefined) {
      const kept = await this.#parts.store.bulkContents.find(contentId)
      if (!kept) throw invalid('/contentId')
      const { name, type, params } = kept
      return { content_name: name, content_type: type, content_params: params }
    }
    if (!content) throw invalid('/content')
    return soundContent(content)
  }

  async #begin({
    id,
    title,
    facts,
    userId,
    waves,
    options: { retryNumber = DEFAULT_RETRIES, waveGap = 0, haltPercent, perMinute, days },
    result,
  }: {
    id: string
    title: string
    facts: Omit<Facts, 'userInitiated'>
    userId: string
    waves: readonly (readonly string[])[]
    options: NonNullable<BulkBody['campaignOptions']> & { days: number }
    result?: (subject: string) => unknown
  }): Promise<Job> {
    const { store, engine, clock } = this.#parts
    if ((await store.jobs.list({ kinds: [BULK], skip: 0, limit: 1 })).count >= MOST)
      throw conflict('BULK_FULL')
    const now = clock.now()
    const account = await store.accounts.find(userId)
    const userInitiated = [account?.firstName, account?.lastName].filter((part) => part).join(' ')
    const isNew = await engine.begin(
      {
        ...{ id, kind: BULK, title, begunBy: userId, createdAt: now, deadline: now + days * DAY_MS },
        facts: { ...facts, userInitiated: userInitiated || userId },
        plan: {
          ...{ concurrency: rules.atOnce, retries: retryNumber, waveGap: waveGap * MINUTE_MS },
          ...(haltPercent !== undefined && { haltPercent }),
          ...(perMinute !== undefined && { perMinute }),
        },
      },
      tasksOf(waves, () => orderedId(now), result),
    )
    const job = await this.#job(id)
    if (isNew) this.#news.created(id)
    return job
  }

  async #job(id: string): Promise<Job> {
    const job = await this.#parts.store.jobs.find(id)
    if (job?.kind !== BULK) throw notFound()
    return job
  }

  async #task(id: string): Promise<Task> {
    const task = await this.#parts.store.jobs.task(id)
    if (!task) throw notFound()
    await this.#job(task.jobId)
    return task
  }

  async #named(tasks: readonly Task[]): Promise<BulkTask[]> {
    const gateways = await this.#parts.store.gateways.some(tasks.map(({ subject }) => subject))
    const names = new Map(gateways.map(({ serialNumber, name }) => [serialNumber, name]))
    return tasks.map((task) => bulkTaskOf(task, names.get(task.subject)))
  }
}

const unique = (devices: readonly string[]): string[] => [...new Set(devices)]

/** Says one thing, or several as a set, and says them with names that are some. */
export function soundContent({ content_name, content_type, content_params }: BulkContent): BulkContent {
  const name = cleanName(content_name)
  if (name === '') throw invalid('/content_name')
  if (content_type === 'set' ? content_params.length < 2 : content_params.length > 1)
    throw invalid('/content_params')
  for (const [at, what] of content_params.entries()) {
    const isOfType =
      content_type === 'set' ? what.name !== 'open_network' : what.name === commandOf[content_type]
    if (!isOfType) throw invalid(`/content_params/${at}/name`)
    if (namesIn(what).some((one) => cleanName(one) !== one.trim() || one.trim() === ''))
      throw invalid(`/content_params/${at}`)
  }
  return { content_name: name, content_type, content_params }
}

function namesIn(what: BulkContent['content_params'][number]): string[] {
  switch (what.name) {
    case 'create_layout':
      return what.params.floors.flatMap(({ floor_name, rooms }) => [
        floor_name,
        ...rooms.map(({ room_name }) => room_name),
      ])
    case 'create_rule':
      return [what.params.rule.name, ...what.params.rule.scenes.map(({ name }) => name)]
    case 'update_scenario_status':
      return [what.params.name]
    case 'open_network':
      return []
  }
}
