import type { Job } from './jobs.ts'
import type { NewsEntry } from './news.ts'

export interface Activity {
  jobs: readonly Job[]
  /** The newest first. */
  news: readonly NewsEntry[]
  /** How many of the news nobody has looked at. */
  unread: number
}

export const NOTHING: Activity = { jobs: [], news: [], unread: 0 }
export const KEY = 'gatehouse.activity'

/** What a reload of the page finds. */
export function keptIn(storage: Pick<Storage, 'getItem'>): Activity {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return NOTHING
    const { jobs, news, unread } = kept as Partial<Activity>
    return Array.isArray(jobs) && Array.isArray(news) && typeof unread === 'number'
      ? { jobs, news, unread }
      : NOTHING
  } catch {
    return NOTHING
  }
}

/** What the header says of it. */
export const countsOf = ({ jobs, unread }: Activity): { running: number; unread: number } => ({
  running: jobs.filter(({ state }) => state === 'running').length,
  unread,
})
