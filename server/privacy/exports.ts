import { randomUUID } from 'node:crypto'
import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { Clock } from '#gateway/core/ports.ts'
import type { ExportContent } from '#schemas/generated/entities/export-content.ts'
import type { ExportTask } from '#schemas/generated/entities/export-task.ts'
import { masked } from '../gateways/shown.ts'
import type { ChannelEvent } from '../lib/channel/port.ts'
import { conflict, notFound, Refusal } from '../lib/refusal.ts'
import { zoneOf } from '../lib/zone.ts'
import type { Log } from '../log.ts'
import type { Mails } from '../outbound/mails.ts'
import type { DeploymentSettings } from '../settings.ts'
import { ConflictError } from '../store/errors.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { KeptExport } from '../store/people/export-tasks.ts'
import type { Store } from '../store/store.ts'
import { Archive } from './archive.ts'
import { documentsOf, type KnownSetup } from './documents.ts'
import { readWords } from './words.ts'
import { ZipWriter } from './zip-writer.ts'

const { exportKept, exportFileSize } = catalogue.limits

/** A run that does not come to its end is begun again so often, over whatever befalls the server. */
const TRIES = 3
/** What one row of the store holds of a file. */
const PART = 196_608
/** Nobody looks more often. */
const TOLD_EVERY_MS = 1000
/** A store that did not answer has that long to come back. */
const AGAIN_MS = 5000

interface Parts {
  store: Store
  broker: {
    publishToUser(userId: string, event: ChannelEvent): void
    publishToAdmins(event: ChannelEvent): void
  }
  setupOf(serialNumber: string): Promise<KnownSetup | undefined>
  gathered(serialNumber: string): Promise<unknown>
  mails: Pick<Mails, 'post' | 'background'>
  settings: DeploymentSettings
  locales: string
  clock: Clock
  log: Pick<Log, 'error' | 'warn'>
  /** Ms between two parts; tests want to look in between. */
  pause: number
}

/** Of whoever has said nothing. */

/** Somebody has ended it, or another run has taken its place. */
class NoLonger extends Error {}

/**
 * Exports of everything that is kept about a person (decision 0161): one at a time, to their end also over a restart of
 * the server, or they say that they failed; kept for a stated time, then removed.
 */
export class PersonalExports {
  readonly #parts: Parts
  readonly #words: ReturnType<typeof readWords>
  #working: Promise<void> | undefined
  #stopped = false
  #wake: () => void = () => undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#words = readWords(parts.locales)
  }

  /** Goes on with what had begun. */
  start(): void {
    this.#work()
  }

  /** What is under way begins anew at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake()
    await this.#working
  }

  async create(userId: string, requestedBy: string): Promise<ExportTask> {
    const { store, clock } = this.#parts
    const id = orderedId(clock.now())
    await store.exportTasks.create({ id, userId, requestedBy, requestedAt: clock.now() })
    const task = await this.find(id)
    this.#tell(task, 'export_created')
    return this.shown(task)
  }

  /** Asks and begins in one; nothing of it is there when another one is in progress. */
  async createAndBegin(userId: string): Promise<ExportTask> {
    const { store, clock } = this.#parts
    const at = clock.now()
    const id = orderedId(at)
    await refused(
      store.atomically(async ({ exportTasks }) => {
        await exportTasks.create({ id, userId, requestedBy: userId, requestedAt: at })
        await exportTasks.start(id, at)
      }),
    )
    this.#tell(await this.find(id), 'export_created')
    return this.#begun(id)
  }

  async find(id: string): Promise<KeptExport> {
    const task = await this.#parts.store.exportTasks.find(id)
    if (!task) throw notFound()
    return task
  }

  /** spec 3 §4: unless it is in progress or completed; nobody has two in progress. */
  async begin(id: string): Promise<ExportTask> {
    const { store, clock } = this.#parts
    if (!(await refused(store.exportTasks.start(id, clock.now()))))
      throw conflict((await this.find(id)).status === 'Completed' ? 'EXPORT_COMPLETED' : 'EXPORT_IN_PROGRESS')
    return this.#begun(id)
  }

  async #begun(id: string): Promise<ExportTask> {
    const task = await this.find(id)
    this.#tell(task, 'export_updated')
    this.#work()
    return this.shown(task)
  }

  async cancel(id: string): Promise<ExportTask> {
    const { store, clock } = this.#parts
    if (!(await store.exportTasks.cancel(id, clock.now()))) {
      await this.find(id)
      throw conflict('EXPORT_NOT_RUNNING')
    }
    const task = await this.find(id)
    this.#tell(task, 'export_updated')
    return this.shown(task)
  }

  async remove({ id, userId }: Pick<KeptExport, 'id' | 'userId'>): Promise<void> {
    if (!(await this.#parts.store.exportTasks.remove(id))) throw notFound()
    const event = { event: 'export_deleted', data: { _id: id, userId } } as const
    this.#parts.broker.publishToUser(userId, event)
    this.#parts.broker.publishToAdmins(event)
  }

  /** spec 3 §8: a file that is not there (any more, or yet) is temporarily unavailable. */
  async file(task: KeptExport, to: 'self' | 'administrator'): Promise<File> {
    const { store, clock } = this.#parts
    const bytes = await store.exportTasks.file(task.id)
    if (!bytes) throw new Refusal('missing', [{ errorCode: 'FILE_TEMPORARILY_UNAVAILABLE' }])
    await store.exportTasks.handed(task.id, { at: clock.now(), to })
    this.#tell(await this.find(task.id), 'export_updated')
    const day = new Date(task.endedAt ?? clock.now()).toISOString().slice(0, 10)
    return new File([new Uint8Array(bytes)], `gatehouse-${day}.zip`, { type: 'application/zip' })
  }

  /** What has been there for its time goes, file and all. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#parts
    for (const task of await store.exportTasks.over(clock.now() - exportKept.value))
      await this.remove(task).catch(() => undefined)
  }

  shown(task: KeptExport): ExportTask {
    const { settings } = this.#parts
    const { id, userId, requestedAt, status, startedAt, endedAt, progress, size, error } = task
    const { handedAt, handedTo, username, firstName, lastName } = task
    const end = END[status]
    const hidden = settings.flags.HIDE_SENSITIVE_DATA === true
    const since = status === 'Pending' ? requestedAt : endedAt
    return {
      ...{ _id: id, userId, requestedAt: iso(requestedAt) },
      taskState: {
        status,
        ...(startedAt !== undefined && { startedAt: iso(startedAt) }),
        ...(end && endedAt !== undefined && { [end]: iso(endedAt) }),
      },
      // Z-05
      userProfile: hidden
        ? { username: masked(username) }
        : {
            username,
            ...(firstName !== undefined && { firstName }),
            ...(lastName !== undefined && { lastName }),
          },
      ...(status === 'In Progress' && { progress }),
      ...(size !== undefined && { size }),
      ...(since !== undefined && { keptUntil: iso(since + exportKept.value) }),
      ...(error !== undefined && { errorCode: error }),
      ...(handedAt !== undefined && { handedOutAt: iso(handedAt) }),
      ...(handedTo !== undefined && { handedOutTo: handedTo }),
    }
  }

  /** One after the other, however many wait; whoever begins one while it works is found by the next look. */
  #work(): void {
    if (this.#working || this.#stopped) return
    const { store, log } = this.#parts
    const work = async (): Promise<void> => {
      for (;;) {
        const [next] = this.#stopped ? [] : await store.exportTasks.running()
        if (next === undefined) return
        await this.#run(next)
      }
    }
    this.#working = work()
      .catch(async (error: unknown) => {
        if (this.#stopped) return
        log.error({ error: String(error) }, 'Exports of personal data could not go on')
        await this.#pause(AGAIN_MS)
        return 'again'
      })
      .then(async (again) => {
        this.#working = undefined
        // One that was begun between the last look and now.
        if (again || (!this.#stopped && (await store.exportTasks.running()).length > 0)) this.#work()
      })
      .catch((error: unknown) => {
        if (!this.#stopped) log.error({ error: String(error) }, 'Exports of personal data could not go on')
      })
  }

  async #run(id: string): Promise<void> {
    const { store, clock, log } = this.#parts
    const run = randomUUID()
    const tries = await store.exportTasks.take(id, run)
    if (tries === undefined) return
    let failure = tries > TRIES ? 'EXPORT_INTERRUPTED' : undefined
    if (failure === undefined)
      try {
        const { size, contents } = await this.#gather(id, run)
        if (!(await store.exportTasks.complete(id, run, { at: clock.now(), size, contents }))) return
        const task = await this.find(id)
        this.#tell(task, 'export_updated')
        this.#write(task)
        return
      } catch (error) {
        if (error instanceof NoLonger || this.#stopped) return
        failure = error instanceof Refusal ? error.message : 'EXPORT_NOT_MADE'
        log.error({ task: id, error: String(error) }, 'An export of personal data has failed')
      }
    if (!(await store.exportTasks.fail(id, run, { at: clock.now(), error: failure }))) return
    this.#tell(await this.find(id), 'export_failed')
  }

  async #gather(id: string, run: string): Promise<{ size: number; contents: readonly ExportContent[] }> {
    const { store, clock, setupOf, gathered, pause } = this.#parts
    const { userId } = await this.find(id)
    const account = await store.accounts.find(userId)
    if (!account) throw new NoLonger()
    let parts = 0
    const zip = new ZipWriter(async (bytes) => {
      if (zip.size > exportFileSize.value) throw conflict('EXPORT_TOO_LARGE')
      if (this.#stopped || !(await store.exportTasks.write(id, run, parts++, bytes))) throw new NoLonger()
    }, PART)
    const names = [account.firstName, account.lastName].filter((name) => name !== undefined)
    const archive = new Archive(zip, {
      person: names.length > 0 ? `${names.join(' ')} (${account.username})` : account.username,
      ...{ language: account.preferredLanguage, words: this.#words, at: clock.now() },
      zone: await zoneOf(store.quietHours, userId),
    })
    let told = { at: 0, percent: 0 }
    const sources = { store, setupOf, gathered, now: clock.now }
    for await (const { document, done, all } of documentsOf(sources, userId)) {
      if (document) await archive.add(document)
      if (pause > 0) await this.#pause(pause)
      const percent = Math.min(99, Math.floor((100 * done) / all))
      if (percent <= told.percent || clock.now() - told.at < Math.min(TOLD_EVERY_MS, pause || TOLD_EVERY_MS))
        continue
      told = { at: clock.now(), percent }
      if (!(await store.exportTasks.progress(id, run, percent))) throw new NoLonger()
      this.#tell(await this.find(id), 'export_updated')
    }
    const contents = await archive.end()
    return { size: zip.size, contents }
  }

  /** Whoever waits need not look. */
  #write({ userId }: KeptExport): void {
    const { mails, store, clock } = this.#parts
    mails.background.later(async () => {
      const account = await store.accounts.find(userId)
      if (!account) return
      const until = new Date(clock.now() + exportKept.value)
      await mails.post({
        kind: 'exportReady',
        language: account.preferredLanguage,
        to: account.username,
        path: '/user_settings',
        facts: {
          date: until.toLocaleDateString(account.preferredLanguage === 'ch_DE' ? 'de-CH' : 'en-CH', {
            ...{ dateStyle: 'long', timeZone: await zoneOf(store.quietHours, userId) },
          }),
        },
      })
    })
  }

  #tell(task: KeptExport, event: 'export_created' | 'export_updated' | 'export_failed'): void {
    const { broker } = this.#parts
    const shown = this.shown(task)
    broker.publishToUser(task.userId, { event, data: { task: shown } })
    // Not everybody who administers may know whose it is; who may, asks.
    const userProfile = { username: masked(task.username) }
    broker.publishToAdmins({ event, data: { task: { ...shown, userProfile } } })
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }
}

const END = {
  Pending: undefined,
  'In Progress': undefined,
  Completed: 'completedAt',
  Canceled: 'canceledAt',
  Failed: 'failedAt',
} as const

/** Nobody has two in progress. */
const refused = <T>(done: Promise<T>): Promise<T> =>
  done.catch((error: unknown) => {
    throw error instanceof ConflictError ? conflict('EXPORT_IN_PROGRESS') : error
  })

const iso = (at: number): string => new Date(at).toISOString()
