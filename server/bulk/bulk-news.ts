import type { Clock } from '#gateway/core/ports.ts'
import { type JobMoment, JobNews } from '../jobs/job-news.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import type { Store } from '../store/store.ts'
import { bulkTaskOf, operationOf } from './views.ts'

interface Parts {
  store: Pick<Store, 'jobs' | 'gateways'>
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

const EVENTS = {
  created: 'bom_campaign_created',
  updated: 'bom_campaign_updated',
  finished: 'bom_campaign_updated_finished',
} as const satisfies Record<JobMoment, string>

/** Tells administrators of operations as they go on. */
export const bulkNews = ({ store, broker, clock, log }: Parts): JobNews =>
  new JobNews({
    clock,
    log,
    async tell(id, moment) {
      const job = await store.jobs.find(id)
      if (!job) return
      const campaign = operationOf(job, await store.jobs.waves(id))
      broker.publishToAdmins({ event: EVENTS[moment], data: { campaign } })
    },
    async tellTask(bulkId, id) {
      const task = await store.jobs.task(id)
      if (!task) return
      const gateway = await store.gateways.find(task.subject)
      broker.publishToAdmins({
        event: 'bom_task_updated',
        data: { bulkId, task: bulkTaskOf(task, gateway?.name) },
      })
    },
  })
