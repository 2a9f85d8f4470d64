import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Clock } from '#gateway/core/ports.ts'
import type {
  AnnouncementContent,
  AnnouncementType,
} from '#schemas/generated/entities/announcement-content.ts'
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
import type { KeptAnnouncement } from '../store/fleet/announcements.ts'
import type { Job } from '../store/fleet/job-rows.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Store } from '../store/store.ts'
import { letterFor, tell, wordsFor } from './announcement-kind.ts'
import { announcementNews } from './announcement-news.ts'
import { planOf, reachOf, TYPES } from './reach.ts'
import { soundContent } from './sound.ts'
import {
  ANNOUNCEMENT,
  campaignOf,
  type Facts,
  factsOf,
  messageOf,
  type Named,
  taskOf,
  WAYS,
} from './views.ts'

interface Parts {
  store: Store
  engine: JobEngine
  messenger: Messenger
  outbound: Pick<Outbound, 'carries'>
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

const { announcementsKept } = limits.limits
/** People told at once, and how often it is tried again where the server is at fault. */
const [AT_ONCE, RETRIES] = [4, 3]
const CHUNK = 200

/** What somebody wants to announce, and by which ways. */
interface Wish {
  userId: string
  type: AnnouncementType
  content: AnnouncementContent
}

export interface Begun {
  _id: string
  type: AnnouncementType
  count: number
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
  }

  async plan(
    types: readonly AnnouncementType[],
    { filterType, filter = [] }: Pick<AnnouncementContent, 'filterType' | 'filter'>,
  ): Promise<AnnouncementPlan> {
    const reached = await reachOf(this.#parts.store, { filterType, filter }, types)
    return planOf(reached, (type) => this.#available(type))
  }

  /** One campaign for each way that reaches somebody; all of them or none. */
  async send({ userId, type, content }: Wish): Promise<readonly [Begun, ...Begun[]]> {
    const { store, engine, now } = this.#parts
    const types = [...new Set([type, ...(content.alsoBy ?? [])])]
    const sound = soundContent(content, types)
    const { filterType, filter = [], sendAt } = sound
    const startsAt = sendAt === undefined ? now() : Date.parse(sendAt)
    if (startsAt < now()) throw invalid('/sendAt', undefined, 'DATE_IN_PAST')
    const { told } = await reachOf(store, { filterType, filter }, types)
    const reached = TYPES.flatMap((one) => {
      const ids = told.get(one) ?? []
      return ids.length > 0 ? [{ type: one, ids }] : []
    })
    if (reached.length === 0) throw conflict('NO_RECIPIENTS')
    await this.#makeRoom()
    const account = await store.accounts.find(userId)
    const userInitiated = [account?.firstName, account?.lastName].filter((part) => part).join(' ') || userId
    const begun = reached.map((one) => ({ ...one, _id: orderedId(now()) }))
    try {
      await store.atomically(async ({ announcements, jobs }) => {
        for (const { _id, type: way, ids } of begun) {
          const kept: KeptAnnouncement = { ...sound, _id, type: way }
          await announcements.put(kept, now())
          const facts: Facts = { contentId: _id, type: way, topicType: sound.topicType, userInitiated }
          await jobs.begin(
            {
              ...{ id: _id, kind: ANNOUNCEMENT, title: sound.announcementName, begunBy: userId },
              ...{ facts: { ...facts }, createdAt: now(), startsAt },
              plan: { concurrency: AT_ONCE, retries: RETRIES, waveGap: 0 },
            },
            ids.map((subject) => ({ id: orderedId(now()), subject, wave: 0 })),
          )
        }
      })
    } catch (error) {
      throw error instanceof ConflictError ? conflict('DUPLICATE_CAMPAIGN') : error
    }
    for (const { _id } of begun) {
      engine.goOn(_id)
      this.#news.created(_id)
    }
    return begun.map(({ _id, type: way, ids }) => ({ _id, type: way, count: ids.length })) as [Begun]
  }

  /** To one person alone, at once, to see what it looks like. */
  async tryOn(
    userId: string,
    types: readonly AnnouncementType[],
    content: AnnouncementContent,
  ): Promise<readonly { type: AnnouncementType; receipt: Receipt }[]> {
    const { store, messenger, now } = this.#parts
    const sound = soundContent(content, types)
    const account = await store.accounts.find(userId)
    if (!account) throw notFound()
    const words = await wordsFor(this.#parts, sound, account)
    const letter = await letterFor(this.#parts, { ...sound, topicType: 'SYS' }, userId)
    const message = messageOf(`try-${orderedId(now())}`, userId)
    for (const type of types)
      await messenger.send({ ...words, ...letter, message, userId, way: WAYS[type], path: '/', urgent: true })
    const receipts = (await messenger.receipts([message])).get(message) ?? []
    return receipts.flatMap((receipt) => {
      const type = types.find((one) => WAYS[one] === receipt.way)
      return type ? [{ type, receipt }] : []
    })
  }

  async list(query: { searchText?: string | undefined; page: number; limit: number }) {
    const { page, limit, searchText } = query
    const kinds = [ANNOUNCEMENT]
    const { data, count } = await this.#parts.store.jobs.list({
      ...{ kinds, searchText, skip: (page - 1) * limit, limit },
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
    await this.#job(id)
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
    const { data } = await jobs.list({ kinds: [ANNOUNCEMENT], skip: kept - 1, limit: CHUNK })
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
    if (job?.kind !== ANNOUNCEMENT) throw notFound()
    return job
  }
}

export type Person = Awaited<ReturnType<Store['people']['some']>>[number]
