import { localOf } from '#gateway/lib/times/zone.ts'
import type { AnnouncementContent } from '#schemas/generated/entities/announcement-content.ts'
import type { Outcome } from '../jobs/job-engine.ts'
import { ConflictError } from '../store/errors.ts'
import type { KeptAnnouncement } from '../store/fleet/announcements.ts'
import type { Job } from '../store/fleet/job-rows.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Repositories, Store } from '../store/store.ts'
import { type Begun, putCampaigns } from './campaigns.ts'
import { reachOf } from './reach.ts'
import { type Facts, factsOf, SERIES } from './views.ts'
import { nextTime } from './when.ts'

interface Parts {
  store: Store
  now(): number
  /** Campaigns that have just been put into the store. */
  begin(campaigns: readonly Begun[]): void
}

interface NewSeries {
  content: KeptAnnouncement
  userId: string
  userInitiated: string
  createdAt: number
  /** Epoch ms of its first time. */
  startsAt: number
}

/** What is repeated is one job with one task, which comes again at each of its times (decision 0189). */
export async function putSeries(
  { announcements, jobs }: Pick<Repositories, 'announcements' | 'jobs'>,
  { content, userId, userInitiated, createdAt, startsAt }: NewSeries,
): Promise<void> {
  const { _id, type, topicType, announcementName } = content
  await announcements.put(content, createdAt)
  const facts: Facts = { contentId: _id, type, topicType, userInitiated, next: startsAt }
  await jobs.begin(
    {
      ...{ id: _id, kind: SERIES, title: announcementName, begunBy: userId },
      ...{ facts: { ...facts }, createdAt, startsAt },
      plan: { concurrency: 1, retries: 3, waveGap: 0 },
    },
    [{ id: orderedId(createdAt), subject: _id, wave: 0 }],
  )
}

/** The content of one time, which is called by its day. */
function ofDay(
  { sendAt, sendUntil, zone = 'UTC', ...rest }: AnnouncementContent,
  at: number,
): AnnouncementContent {
  const { year, month, day } = localOf(at, zone)
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  return { ...rest, announcementName: `${rest.announcementName} (${date})` }
}

/**
 * Puts the campaigns of a time that has come into the store, for whom it concerns now. In the same transaction the job
 * learns its next time: a server that is killed in between sends none of it twice, and several times that were missed
 * come as one.
 */
export const repeat =
  ({ store, now, begin }: Parts) =>
  async (job: Job): Promise<Outcome> => {
    const facts = factsOf(job)
    const at = now()
    if (facts.next !== undefined && facts.next > at) return { againAt: facts.next }
    const kept = await store.announcements.find(facts.contentId)
    if (!kept) return { failed: { code: 'NO_CONTENT' }, again: false, answered: true }
    const { type, alsoBy = [], filterType, filter = [] } = kept
    const { told } = await reachOf(store, { filterType, filter }, [type, ...alsoBy])
    const next = nextTime(kept, at)
    const { next: _come, ...known } = facts
    const learned = { ...known, ...(next !== undefined && { next }) }
    const content = ofDay(kept, facts.next ?? at)
    const { begunBy: userId } = job
    try {
      const begun = await store.atomically(async (repositories) => {
        await repositories.jobs.learn(job.id, learned)
        return await putCampaigns(repositories, {
          ...{ content, told, userId, userInitiated: facts.userInitiated, createdAt: at, startsAt: at },
        })
      })
      begin(begun)
    } catch (error) {
      // Somebody has announced something under the very name of that day: that counts.
      if (!(error instanceof ConflictError)) throw error
      await store.jobs.learn(job.id, learned)
    }
    return next === undefined ? { done: {} } : { againAt: next }
  }
