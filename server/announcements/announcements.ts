import { createHash } from 'node:crypto'
import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Clock } from '#gateway/core/ports.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type {
  AnnouncementContent,
  AnnouncementType,
} from '#schemas/generated/entities/announcement-content.ts'
import type { AnnouncementFile } from '#schemas/generated/entities/announcement-file.ts'
import type { AnnouncementPlan } from '#schemas/generated/entities/announcement-plan.ts'
import type { AnnouncementTask } from '#schemas/generated/entities/announcement-task.ts'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import type { JobEngine } from '../jobs/job-engine.ts'
import type { JobNews } from '../jobs/job-news.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import { conflict, invalid, notFound } from '../lib/refusal.ts'
import type { Messenger, Receipt } from '../outbound/messenger.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { ConflictError } from '../store/errors.ts'
import type { Job } from '../store/fleet/job-rows.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Store } from '../store/store.ts'
import { letterFor, tell, wordsFor } from './announcement-kind.ts'
import { announcementNews } from './announcement-news.ts'
import { type Begun, putCampaigns } from './campaigns.ts'
import { kindOf } from './file-kind.ts'
import { planOf, reachOf } from './reach.ts'
import { putSeries, repeat } from './series.ts'
import { soundContent } from './sound.ts'
import {
  ANNOUNCEMENT,
  campaignOf,
  factsOf,
  KINDS,
  messageOf,
  type Named,
  SERIES,
  taskOf,
  WAYS,
} from './views.ts'
import { isRepeated, startOf } from './when.ts'

interface Parts {
  store: Store
  homes: Parameters<typeof tell>[0]['homes']
  engine: JobEngine
  messenger: Messenger
  outbound: Pick<Outbound, 'carries'>
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

const { announcementsKept, announcementFileSize } = limits.limits
const CHUNK = 200

/** What somebody wants to announce, and by which ways. */
interface Wish {
  userId: string
  type: AnnouncementType
  content: AnnouncementContent
}

/** Announcements: something is said to many people, by mail, push or WhatsApp, to each of them once (spec 3 §3). */
export class Announcements {
  readonly #parts: Parts & { now(): number }
  readonly #news: JobNews

  constructor(parts: Parts) {
    this.#parts = { ...parts, now: () => parts.clock.now() }
    this.#news = announcementNews(parts)
    parts.engine.register(ANNOUNCEMENT, {
      perform: tell(this.#parts),
      changed: ({ id }) => this.#news.changed(id),
      ended: ({ id }) => this.#news.ended(id),
    })
    parts.engine.register(SERIES, {
      perform: repeat({ ...this.#parts, begin: (campaigns) => this.#begin(campaigns) }),
      ended: ({ id }) => this.#news.ended(id),
    })
  }

  async plan(
    types: readonly AnnouncementType[],
    { filterType, filter = [] }: Pick<AnnouncementContent, 'filterType' | 'filter'>,
  ): Promise<AnnouncementPlan> {
    const reached = await reachOf(this.#parts.store, { filterType, filter }, types)
    return planOf(reached, (type) => this.#available(type))
  }

  /** One campaign for each way that reaches somebody, all of them or none; or one that comes again and again. */
  async send({ userId, type, content }: Wish): Promise<readonly [Begun, ...Begun[]]> {
    const { store, engine, now } = this.#parts
    const types = [...new Set([type, ...(content.alsoBy ?? [])])]
    const sound = await this.#withFile(soundContent(content, types))
    const { filterType, filter = [] } = sound
    const createdAt = now()
    const startsAt = startOf(sound, createdAt)
    const { told } = await reachOf(store, { filterType, filter }, types)
    const count = [...told.values()].reduce((sum, ids) => sum + ids.length, 0)
    if (count === 0) throw conflict('NO_RECIPIENTS')
    await this.#makeRoom()
    const account = await store.accounts.find(userId)
    const userInitiated = [account?.firstName, account?.lastName].filter((part) => part).join(' ') || userId
    const wish = { userId, userInitiated, createdAt, startsAt }
    try {
      if (isRepeated(sound)) {
        const _id = orderedId(createdAt)
        const { alsoBy: _all, ...said } = sound
        const alsoBy = types.filter((one) => one !== type)
        const series = { ...said, ...(alsoBy.length > 0 && { alsoBy }), _id, type }
        await store.atomically((repositories) => putSeries(repositories, { ...wish, content: series }))
        engine.goOn(_id)
        return [{ _id, type, count }]
      }
      const begun = await store.atomically((repositories) =>
        putCampaigns(repositories, { ...wish, content: sound, told }),
      )
      this.#begin(begun)
      return begun as [Begun]
    } catch (error) {
      throw error instanceof ConflictError ? conflict('DUPLICATE_CAMPAIGN') : error
    }
  }

  #begin(campaigns: readonly Begun[]): void {
    for (const { _id } of campaigns) {
      this.#parts.engine.goOn(_id)
      this.#news.created(_id)
    }
  }

  /** To one person alone, at once, to see what it looks like. */
  async tryOn(
    userId: string,
    types: readonly AnnouncementType[],
    content: AnnouncementContent,
  ): Promise<readonly { type: AnnouncementType; receipt: Receipt }[]> {
    const { store, messenger, now } = this.#parts
    const sound = await this.#withFile(soundContent(content, types))
    const account = await store.accounts.find(userId)
    if (!account) throw notFound()
    const words = await wordsFor(this.#parts, sound, account)
    const letter = await letterFor(this.#parts, { ...sound, topicType: 'SYS' }, userId)
    const message = messageOf(`try-${orderedId(now())}`, userId)
    for (const type of types)
      await messenger.send({
        ...{ ...words, ...letter, message, userId, way: WAYS[type], path: '/', urgent: true },
        ...(sound.file && { file: sound.file._id }),
      })
    const receipts = (await messenger.receipts([message])).get(message) ?? []
    return receipts.flatMap((receipt) => {
      const type = types.find((one) => WAYS[one] === receipt.way)
      return type ? [{ type, receipt }] : []
    })
  }

  /** Whoever sends the same file again is given the same. */
  async keepFile(fileName: string, bytes: Buffer): Promise<AnnouncementFile> {
    const name = cleanName(fileName)
    const kind = kindOf(name, bytes)
    if (!kind) throw invalid('/file', undefined, 'FILE_KIND')
    if (bytes.length > announcementFileSize.value) throw invalid('/file', undefined, 'TOO_LARGE')
    const _id = createHash('sha256').update(`${name}\n`).update(bytes).digest('base64url')
    const file: AnnouncementFile = { _id, name, kind, size: bytes.length }
    await this.#parts.store.announcementFiles.put(file, bytes, this.#parts.now())
    return file
  }

  /** What is kept of it is true, whatever a caller says. */
  async #withFile({ file, ...content }: AnnouncementContent): Promise<AnnouncementContent> {
    if (!file) return content
    const kept = await this.#parts.store.announcementFiles.about(file._id)
    if (!kept) throw invalid('/file', undefined, 'FILE_GONE')
    return { ...content, file: kept }
  }

  async list(query: { searchText?: string | undefined; page: number; limit: number }) {
    const { page, limit, searchText } = query
    const { data, count } = await this.#parts.store.jobs.list({
      ...{ kinds: KINDS, searchText, skip: (page - 1) * limit, limit },
    })
    return { data: data.map((job) => campaignOf(job)), count }
  }

  async read(id: string): Promise<Campaign> {
    const job = await this.#job(id)
    return campaignOf(job, await this.#parts.store.announcements.find(factsOf(job).contentId))
  }

  async content(id: string): Promise<AnnouncementContent> {
    const content = await this.#parts.store.announcements.find(id)
    if (!content) throw notFound()
    return content
  }

  async cancel(id: string): Promise<void> {
    await this.#job(id)
    if (!(await this.#parts.engine.cancel(id))) throw conflict('ANNOUNCEMENT_OVER')
  }

  /** `nameOf` says of a person what the one who asks may know (Z-05). */
  async tasks(
    id: string,
    { page, limit, nameOf }: { page: number; limit: number; nameOf(user: Person): Named },
  ): Promise<{ data: AnnouncementTask[]; count: number }> {
    const { store, messenger } = this.#parts
    // A series tells nobody itself.
    if ((await this.#job(id)).kind === SERIES) return { data: [], count: 0 }
    const { data, count } = await store.jobs.tasks(id, { page, limit })
    const [people, receipts] = await Promise.all([
      store.people.some(data.map(({ subject }) => subject)),
      messenger.receipts(data.map(({ subject }) => messageOf(id, subject))),
    ])
    const named = new Map(people.map((person) => [person.id, nameOf(person)]))
    return {
      data: data.map((task) =>
        taskOf(
          task,
          named.get(task.subject) ?? { recipient: task.subject },
          receipts.get(messageOf(id, task.subject)) ?? [],
        ),
      ),
      count,
    }
  }

  /** By the link of any such mail; saying it twice is no fault. False when there is no such mail. */
  async refuseNews(secret: string): Promise<boolean> {
    const { store, now } = this.#parts
    const choice = await store.newsChoices.bySecret(secret)
    if (!choice) return false
    if (choice.wanted) await store.newsChoices.set(choice.userId, false, now())
    return true
  }

  #available(type: AnnouncementType): boolean {
    // What nothing carries stays in the outbox; mails are meant to be read there, too.
    return type === 'email' || this.#parts.outbound.carries(type === 'pushMobile' ? 'push' : 'whatsapp')
  }

  async #makeRoom(): Promise<void> {
    const { jobs, announcements } = this.#parts.store
    const kept = announcementsKept.value
    const { data } = await jobs.list({ kinds: KINDS, skip: kept - 1, limit: CHUNK })
    const over = data.filter(({ state }) => state === 'done' || state === 'canceled')
    if (over.length === 0) {
      if (data.length > 0) throw conflict('ANNOUNCEMENTS_FULL')
      return
    }
    await jobs.remove(over.map(({ id }) => id))
    await announcements.remove(over.map((job) => factsOf(job).contentId))
  }

  async #job(id: string): Promise<Job> {
    const job = await this.#parts.store.jobs.find(id)
    if (!job || !KINDS.includes(job.kind)) throw notFound()
    return job
  }
}

export type Person = Awaited<ReturnType<Store['people']['some']>>[number]
