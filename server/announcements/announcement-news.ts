import { adminNews } from '../jobs/admin-news.ts'
import type { JobMoment, JobNews } from '../jobs/job-news.ts'
import { campaignOf } from './views.ts'

const EVENTS = {
  created: 'asm_campaign_created',
  updated: 'asm_campaign_updated',
  finished: 'asm_campaign_updated_finished',
} as const satisfies Record<JobMoment, string>

export const announcementNews = (parts: Parameters<typeof adminNews>[0]): JobNews =>
  adminNews(parts, (moment, job) => ({ event: EVENTS[moment], data: { campaign: campaignOf(job) } }))
