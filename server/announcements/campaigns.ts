import type {
  AnnouncementContent,
  AnnouncementType,
} from '#schemas/generated/entities/announcement-content.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Repositories } from '../store/store.ts'
import { type Reached, TYPES } from './reach.ts'
import { ANNOUNCEMENT, type Facts } from './views.ts'

/** People told at once, and how often it is tried again where the server is at fault. */
const [AT_ONCE, RETRIES] = [4, 3]

export interface Begun {
  _id: string
  type: AnnouncementType
  count: number
}

interface Campaigns {
  content: AnnouncementContent
  told: Reached['told']
  /** Who announces it: his id, and his name as it is now. */
  userId: string
  userInitiated: string
  createdAt: number
  startsAt: number
}

/** One campaign for each way that reaches somebody: its content, and a job whose tasks are accounts. None where nobody is reached. */
export async function putCampaigns(
  { announcements, jobs }: Pick<Repositories, 'announcements' | 'jobs'>,
  { content, told, userId, userInitiated, createdAt, startsAt }: Campaigns,
): Promise<readonly Begun[]> {
  const begun: Begun[] = []
  for (const type of TYPES) {
    const ids = told.get(type) ?? []
    if (ids.length === 0) continue
    const _id = orderedId(createdAt)
    await announcements.put({ ...content, _id, type }, createdAt)
    const facts: Facts = { contentId: _id, type, topicType: content.topicType, userInitiated }
    await jobs.begin(
      {
        ...{ id: _id, kind: ANNOUNCEMENT, title: content.announcementName, begunBy: userId },
        ...{ facts: { ...facts }, createdAt, startsAt },
        plan: { concurrency: AT_ONCE, retries: RETRIES, waveGap: 0 },
      },
      ids.map((subject) => ({ id: orderedId(createdAt), subject, wave: 0 })),
    )
    begun.push({ _id, type, count: ids.length })
  }
  return begun
}
