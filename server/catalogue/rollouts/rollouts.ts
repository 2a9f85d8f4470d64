import { createHash } from 'node:crypto'
import type { Clock } from '#gateway/core/ports.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { ClientError } from '#schemas/generated/entities/client-error.ts'
import type { Rollout } from '#schemas/generated/entities/rollout.ts'
import type { RolloutBody } from '#schemas/generated/entities/rollout-body.ts'
import type { RolloutFault } from '#schemas/generated/entities/rollout-fault.ts'
import type { RolloutGateway } from '#schemas/generated/entities/rollout-gateway.ts'
import type { Homes } from '../../homes/homes.ts'
import { adminNews } from '../../jobs/admin-news.ts'
import type { Attempt, JobEngine, Outcome } from '../../jobs/job-engine.ts'
import type { JobNews } from '../../jobs/job-news.ts'
import { isOpen, isoOf } from '../../jobs/job-status.ts'
import { tasksOf, wavesOf } from '../../jobs/waves.ts'
import type { Broker, ChannelLog } from '../../lib/channel/port.ts'
import { conflict, invalid, notFound } from '../../lib/refusal.ts'
import type { Job, Task } from '../../store/fleet/job-rows.ts'
import { orderedId } from '../../store/ordered-id.ts'
import type { Store } from '../../store/store.ts'
import type { Catalogue } from '../catalogue.ts'
import { isEffective } from '../model-files.ts'
import { type Studio, versionOf } from '../studio/studio.ts'
import { Blame } from './blame.ts'
import { Trial } from './trial.ts'
import {
  factsOf,
  ROLLOUT,
  type RolloutFacts,
  rolloutGatewayOf,
  rolloutOf,
  sinceOf,
  stateOf,
} from './views.ts'

interface Parts {
  store: Store
  catalogue: Pick<Catalogue, 'judge' | 'try' | 'tried' | 'moved' | 'own' | 'refresh' | 'paths'>
  studio: Pick<Studio, 'readFile' | 'putFile'>
  homes: Pick<Homes, 'of'>
  engine: JobEngine
  broker: Pick<Broker, 'publishToAdmins' | 'publishToUser' | 'connectedUsers'>
  clock: Clock
  log: ChannelLog
}

interface Page {
  page: number
  limit: number
}

const MINUTE_MS = 60_000
const PAGE = 500
const AT_ONCE = 200
/** Most of them; beyond that the oldest that are over give way. */
const MOST = 200

/** Edits of the catalogue that go to chosen homes first, and to all if nothing goes wrong there (decision 0217). */
export class Rollouts {
  readonly #parts: Parts
  readonly #news: JobNews
  readonly #trial: Trial
  readonly #blame: Blame
  /** One after the other: of two that begin at once one is refused, and none is settled twice. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#trial = new Trial({ ...parts, later: (does) => this.#later(does) })
    this.#blame = new Blame({
      ...{ ...parts, trial: this.#trial },
      changed: (id) => this.#news.changed(id),
      tooMany: (id) => this.#later(() => this.#takeBack(id, 'rate')),
    })
    this.#news = adminNews(parts, async (_moment, job) => ({
      event: 'rollout_changed' as const,
      data: { rollout: await this.#shown(job) },
    }))
    parts.engine.register(ROLLOUT, {
      perform: (job, task, attempt) => this.#give(job, task, attempt),
      changed: (job) => {
        this.#news.changed(job.id)
        if (job.state === 'halted') this.#later(() => this.#takeBack(job.id, 'rate'))
      },
      taskChanged: ({ id }) => this.#news.changed(id),
      ended: (job) => {
        this.#news.changed(job.id)
        if (job.state === 'done' && factsOf(job).thenAll) this.#later(() => this.#finish(job.id))
      },
    })
  }

  /** Before the engine starts: who had it has it again. */
  async start(): Promise<void> {
    const job = await this.#unsettled()
    if (!job) return
    const has = new Set<string>()
    for (let page = 1; ; page += 1) {
      const { data } = await this.#parts.store.jobs.tasks(job.id, { page, limit: PAGE })
      for (const task of data) if (sinceOf(task) !== undefined) has.add(task.subject)
      if (data.length < PAGE) break
    }
    const { path, text, thenAll } = factsOf(job)
    await this.#trial.begin({ id: job.id, path, text }, has)
    // The server was stopped between the one and the other.
    if (job.state === 'halted') this.#later(() => this.#takeBack(job.id, 'rate'))
    if (job.state === 'done' && thenAll) this.#later(() => this.#finish(job.id))
  }

  /** What it does by itself has ended. */
  async stop(): Promise<void> {
    await this.#turn
  }

  /** What pages of somebody are drawn by. */
  definitionsOf = (userId: string | undefined) => this.#trial.definitionsOf(userId)

  /** Differs from what is there without any: pages have to ask. */
  mark = () => this.#trial.mark()

  /** A page tells of a fault. */
  reported = (userId: string, error: ClientError) => this.#blame.reported(userId, error)

  paths = (): Promise<readonly string[]> => this.#parts.catalogue.paths()

  readFile = (path: string) => this.#parts.studio.readFile(path)

  async check(path: string, text: string): Promise<readonly CatalogueProblem[]> {
    if (!isEffective(path)) throw conflict('DEFINITION_BUILT_IN')
    return this.#parts.catalogue.judge({ path, text })
  }

  create(userId: string, body: RolloutBody): Promise<Rollout> {
    return this.#alone(() => this.#create(userId, body))
  }

  async #create(userId: string, body: RolloutBody): Promise<Rollout> {
    const { path, text, version, devices = [], waves = [], haltPercent, observeMinutes, thenAll } = body
    const { store, engine, clock, studio } = this.#parts
    if (await this.#unsettled()) throw conflict('ROLLOUT_UNDER_WAY')
    const file = await studio.readFile(path)
    if (!file.writable) throw conflict('CATALOGUE_READ_ONLY')
    if (file.version !== version) throw conflict('MODEL_CHANGED')
    if (file.version !== undefined && file.text === text)
      throw invalid('/text', undefined, 'ROLLOUT_NOTHING_NEW')
    if ((await this.check(path, text)).length > 0) throw invalid('/text', undefined, 'DEFINITION_FAULTY')
    const homes = await store.gateways.claimed()
    const known = new Set(homes)
    const now = clock.now()
    const id = orderedId(now)
    const shares = waves.length === 0 ? [] : mixed(homes, id)
    const canaries = new Set(devices.filter((one) => known.has(one)))
    const others = shares.filter((one) => !canaries.has(one))
    // Whoever is in none of the waves gets it with everybody, when it stands in the folder.
    const most = Math.max(0, ...waves)
    const chosen = [...canaries, ...others.slice(0, Math.ceil((others.length * most) / 100))]
    if (chosen.length === 0) throw invalid('/devices', undefined, 'NO_SERIAL_NUMBERS')
    const inWaves = wavesOf({
      devices: chosen,
      canaries: [...canaries],
      waves: waves.map((percent) => (percent * 100) / most),
    })
    await this.#makeRoom()
    const account = await store.accounts.find(userId)
    const userInitiated = [account?.firstName, account?.lastName].filter((part) => part).join(' ') || userId
    const facts: RolloutFacts = {
      ...{ path, text, before: file.text, observeMinutes, thenAll, homes: homes.length, userInitiated },
      ...(file.version !== undefined && { version: file.version }),
    }
    // Homes with it are compared with what stands in the folder now, which may have been changed a moment ago.
    await this.#parts.catalogue.refresh()
    await this.#trial.begin({ id, path, text })
    await engine.begin(
      {
        ...{ id, kind: ROLLOUT, title: path, facts: { ...facts }, begunBy: userId, createdAt: now },
        plan: { concurrency: AT_ONCE, retries: 2, waveGap: 0, haltPercent },
      },
      tasksOf(inWaves, () => orderedId(now)),
    )
    this.#news.created(id)
    return this.read(id)
  }

  async list({ page, limit }: Page): Promise<{ data: Rollout[]; count: number }> {
    const { store } = this.#parts
    const { data, count } = await store.jobs.list({ kinds: [ROLLOUT], skip: (page - 1) * limit, limit })
    return { data: await Promise.all(data.map((job) => this.#shown(job))), count }
  }

  async read(id: string): Promise<Rollout> {
    return this.#shown(await this.#job(id))
  }

  async gateways(
    id: string,
    query: Page & { searchText?: string | undefined },
  ): Promise<{ data: RolloutGateway[]; count: number }> {
    const { store } = this.#parts
    const job = await this.#job(id)
    const { data, count } = await store.jobs.tasks(id, query)
    const subjects = data.map(({ subject }) => subject)
    const [known, faults] = await Promise.all([
      store.gateways.some(subjects),
      store.rolloutFaults.some(id, subjects),
    ])
    const names = new Map(known.map(({ serialNumber, name }) => [serialNumber, name]))
    return {
      count,
      data: data.map((task) =>
        rolloutGatewayOf(job, task, {
          name: names.get(task.subject) ?? task.subject,
          faults: faults.get(task.subject) ?? 0,
        }),
      ),
    }
  }

  async faults(id: string, query: Page): Promise<{ data: RolloutFault[]; count: number }> {
    await this.#job(id)
    const { data, count } = await this.#parts.store.rolloutFaults.list(id, query)
    return { count, data: data.map(({ id: _id, at, ...fault }) => ({ _id, ...fault, lastAt: isoOf(at) })) }
  }

  async pause(id: string): Promise<Rollout> {
    await this.#job(id)
    if (!(await this.#parts.engine.pause(id))) throw conflict('ROLLOUT_OVER')
    return this.read(id)
  }

  async resume(id: string): Promise<Rollout> {
    const state = stateOf(await this.#job(id))
    // Pressed by two: it goes on already.
    if (state !== 'paused' && state !== 'running') throw conflict('ROLLOUT_OVER')
    if (!(await this.#parts.engine.resume(id))) throw conflict('ROLLOUT_OVER')
    return this.read(id)
  }

  /** All have it, whatever is not tried out yet. */
  async finish(id: string): Promise<Rollout> {
    await this.#alone(async () => {
      if (factsOf(await this.#job(id)).settled) throw conflict('ROLLOUT_OVER')
      const refused = await this.#finish(id)
      if (refused) throw conflict(refused)
    })
    return this.read(id)
  }

  async takeBack(id: string): Promise<Rollout> {
    await this.#alone(async () => {
      if (factsOf(await this.#job(id)).settled === 'takenBack') throw conflict('ROLLOUT_OVER')
      const refused = await this.#takeBack(id, 'person')
      if (refused) throw conflict(refused)
    })
    return this.read(id)
  }

  async remove(id: string): Promise<Rollout> {
    const rollout = await this.read(id)
    const { store, broker } = this.#parts
    if (!rollout.canRemove || (await store.jobs.remove([id])) === 0) throw conflict('ROLLOUT_NOT_OVER')
    broker.publishToAdmins({ event: 'rollout_removed', data: { _id: id } })
    return rollout
  }

  /** The home has it from now on, and after so many minutes without a fault it is well. */
  async #give(job: Job, task: Task, attempt: Attempt): Promise<Outcome> {
    const { store, clock } = this.#parts
    if (this.#trial.edit?.id !== job.id) return { done: task.result ?? {} }
    const since = sinceOf(task) ?? clock.now()
    if (sinceOf(task) === undefined) {
      await attempt.note({ since })
      this.#trial.give(task.subject)
      await this.#blame.lookInto(job.id, task.subject)
    }
    if ((await store.rolloutFaults.countOf(job.id, task.subject)) > 0)
      return { failed: { code: 'PAGE_FAULTS' }, again: false, answered: true }
    const until = since + factsOf(job).observeMinutes * MINUTE_MS
    return clock.now() < until ? { againAt: until } : { done: { since } }
  }

  /** Answers why not. */
  async #finish(id: string): Promise<Rollout['why'] | undefined> {
    const { studio, catalogue, store, engine } = this.#parts
    const job = await this.#job(id)
    const facts = factsOf(job)
    if (facts.settled) return undefined
    const { outcome } = await studio.putFile(facts.path, facts.text, facts.version)
    if (outcome !== 'saved') {
      const why = outcome === 'read only' ? 'CATALOGUE_READ_ONLY' : 'MODEL_CHANGED'
      // The server was stopped right after it had been written.
      if ((await studio.readFile(facts.path)).text !== facts.text) {
        await store.jobs.learn(id, { ...facts, why })
        this.#news.changed(id)
        return why
      }
    }
    await catalogue.refresh()
    const { why: _why, ...rest } = facts
    await store.jobs.learn(id, { ...rest, settled: 'all' })
    await engine.cancel(id)
    await this.#over(id)
    return undefined
  }

  async #takeBack(id: string, why: 'rate' | 'person'): Promise<Rollout['why'] | undefined> {
    const { studio, catalogue, store, engine } = this.#parts
    const facts = factsOf(await this.#job(id))
    if (facts.settled === 'takenBack') return undefined
    if (facts.settled === 'all') {
      // Who has changed it since keeps what he wrote.
      const before = facts.version === undefined ? undefined : facts.before
      const { outcome } = await studio.putFile(facts.path, before, versionOf(facts.text))
      if (outcome !== 'saved') return outcome === 'read only' ? 'CATALOGUE_READ_ONLY' : 'MODEL_CHANGED'
      await catalogue.refresh()
    }
    await store.jobs.learn(id, { ...facts, settled: 'takenBack', why })
    await engine.cancel(id)
    await this.#over(id)
    return undefined
  }

  async #over(id: string): Promise<void> {
    await this.#trial.end(id)
    this.#news.ended(id)
  }

  async #unsettled(): Promise<Job | undefined> {
    const { data } = await this.#parts.store.jobs.list({ kinds: [ROLLOUT], skip: 0, limit: MOST })
    return data.find((job) => factsOf(job).settled === undefined)
  }

  async #makeRoom(): Promise<void> {
    const { jobs } = this.#parts.store
    const oldest = await jobs.list({ kinds: [ROLLOUT], skip: MOST - 1, limit: MOST })
    await jobs.remove(oldest.data.filter((job) => !isOpen(job)).map(({ id }) => id))
  }

  async #shown(job: Job): Promise<Rollout> {
    const { rolloutFaults } = this.#parts.store
    return rolloutOf(job, { has: this.#trial.sizeOf(job.id), faulty: await rolloutFaults.gateways(job.id) })
  }

  async #job(id: string): Promise<Job> {
    const job = await this.#parts.store.jobs.find(id)
    if (job?.kind !== ROLLOUT) throw notFound()
    return job
  }

  #alone<T>(does: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(does)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** By itself, after whatever is under way. */
  #later(does: () => Promise<unknown>): void {
    this.#alone(does).catch((error: unknown) =>
      this.#parts.log.error({ error: String(error) }, 'A rollout of the catalogue could not go on'),
    )
  }
}

/** All homes, in an order of this rollout's own: not always the same come first. */
function mixed(homes: readonly string[], id: string): string[] {
  const place = (one: string): string => createHash('sha256').update(`${id} ${one}`).digest('base64url')
  return homes
    .map((one) => [place(one), one] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one)
}
