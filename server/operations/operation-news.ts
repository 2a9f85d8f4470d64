import { adminNews } from '../jobs/admin-news.ts'
import type { JobMoment, JobNews } from '../jobs/job-news.ts'
import { operationOf } from './views.ts'

const EVENTS = {
  created: 'operation_created',
  updated: 'operation_updated',
  finished: 'operation_finished',
} as const satisfies Record<JobMoment, string>

export const operationNews = (parts: Parameters<typeof adminNews>[0]): JobNews =>
  adminNews(parts, (moment, job) => ({ event: EVENTS[moment], data: { operation: operationOf(job) } }))
