import { adminNews } from '../jobs/admin-news.ts'
import type { JobMoment, JobNews } from '../jobs/job-news.ts'
import type { Store } from '../store/store.ts'
import { bulkTaskOf, operationOf } from './views.ts'

type Parts = Parameters<typeof adminNews>[0] & { store: Pick<Store, 'jobs' | 'gateways'> }

const EVENTS = {
  created: 'bom_campaign_created',
  updated: 'bom_campaign_updated',
  finished: 'bom_campaign_updated_finished',
} as const satisfies Record<JobMoment, string>

/** Of bulk operations it is also told how each gateway fares. */
export const bulkNews = (parts: Parts): JobNews => {
  const { jobs, gateways } = parts.store
  return adminNews(
    parts,
    async (moment, job) => ({
      event: EVENTS[moment],
      data: { campaign: operationOf(job, await jobs.waves(job.id)) },
    }),
    async (bulkId, id) => {
      const task = await jobs.task(id)
      if (!task) return undefined
      const gateway = await gateways.find(task.subject)
      return { event: 'bom_task_updated', data: { bulkId, task: bulkTaskOf(task, gateway?.name) } }
    },
  )
}
