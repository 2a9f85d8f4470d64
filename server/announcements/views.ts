import type {
  AnnouncementContent,
  AnnouncementType,
} from '#schemas/generated/entities/announcement-content.ts'
import type { AnnouncementTask } from '#schemas/generated/entities/announcement-task.ts'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { countsOf, isOpen, isoOf, statusOf, TASK_STATUS } from '../jobs/job-status.ts'
import { OUTSIDE_WINDOW } from '../jobs/window.ts'
import type { Receipt, Way } from '../outbound/messenger.ts'
import type { Job, Task } from '../store/fleet/job-rows.ts'

export const ANNOUNCEMENT = 'announcement'
/** One that is repeated: each time makes announcements of its own. */
export const SERIES = 'announcementSeries'
export const KINDS: readonly string[] = [ANNOUNCEMENT, SERIES]

export interface Facts {
  contentId: string
  type: AnnouncementType
  topicType: AnnouncementContent['topicType']
  userInitiated: string
  /** Of a series: epoch ms of its next time. */
  next?: number
}

/** What is kept of a task that is done. */
export interface Kept {
  /** He wants no news. */
  spared?: true
}

export const factsOf = ({ facts }: Job): Facts => facts as Partial<Facts> as Facts

export const WAYS: Readonly<Record<AnnouncementType, Way>> = {
  ...{ email: 'email', pushMobile: 'push', whatsapp: 'whatsapp' },
}

/** The name of what one person is told, for good: told again under it, he is told once. */
export const messageOf = (job: string, userId: string): string => `announcement/${job}/${userId}`

export function campaignOf(job: Job, content?: AnnouncementContent): Campaign {
  const { contentId, type, topicType, userInitiated, next } = factsOf(job)
  const isSeries = job.kind === SERIES
  // A series tells nobody itself.
  const { progress, ...counts } = countsOf(
    isSeries ? { ...job, total: 0, done: 0, failed: 0, canceled: 0 } : job,
  )
  const waits = job.startedAt === undefined && job.waveDueAt > job.createdAt
  const startsAt = isSeries ? next : waits ? job.waveDueAt : undefined
  return {
    ...{ _id: job.id, contentId, announcementName: job.title, type, topicType, userInitiated },
    ...(content && { content }),
    ...{ status: isSeries && job.state === 'running' ? 'Repeating' : statusOf(job), ...counts },
    campaignOptions: { progress: isSeries && isOpen(job) ? 0 : progress },
    createdAt: isoOf(job.createdAt),
    ...(startsAt !== undefined && isOpen(job) && { sendAt: isoOf(startsAt) }),
    ...(job.startedAt !== undefined && { timeOfCampaignStart: isoOf(job.startedAt) }),
    ...(job.endedAt !== undefined && { timeOfCampaignFinish: isoOf(job.endedAt) }),
    canCancel: isOpen(job),
  }
}

/** Who a task is about, as far as it may be told. */
export interface Named {
  recipient: string
  account?: string
}

export function taskOf(task: Task, named: Named, receipts: readonly Receipt[]): AnnouncementTask {
  const { state } = task
  const isFinished = state === 'done' || state === 'failed' || state === 'canceled'
  const spared = state === 'done' && (task.result as Kept | undefined)?.spared === true
  const isHeld = state === 'waiting' && task.code === OUTSIDE_WINDOW
  // Of several addresses the one that it got furthest at.
  const best = receipts.find(({ state: one }) => one === 'sent') ?? receipts[0]
  return {
    ...{ _id: task.id, userId: task.subject, ...named },
    ...{ isCanceled: state === 'canceled', isFinished, isFailed: state === 'failed' },
    taskOptions: { progress: isFinished ? 100 : 0, status: spared ? 'spared' : TASK_STATUS[state] },
    ...(task.startedAt !== undefined && { timeOfTaskStart: isoOf(task.startedAt) }),
    ...(task.endedAt !== undefined && { taskFinishedTimestamp: isoOf(task.endedAt) }),
    ...{ triedCounter: task.tries, retryCounter: Math.max(0, task.tries - 1) },
    ...(best && named.account !== undefined && { to: best.to }),
    ...(best && { delivery: best.state }),
    ...(isHeld && { opensAt: isoOf(task.dueAt) }),
    ...(task.code !== undefined &&
      state !== 'done' &&
      !isHeld && {
        errorFeedback: { code: task.code, ...(task.message && { message: task.message }) },
      }),
  }
}
