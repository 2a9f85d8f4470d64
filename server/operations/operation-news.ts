import type { Clock } from '#gateway/core/ports.ts'
import { type JobMoment, JobNews } from '../jobs/job-news.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import type { Store } from '../store/store.ts'
import { operationOf } from './views.ts'

interface Parts {
  store: Pick<Store, 'jobs'>
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

const EVENTS = {
  created: 'operation_created',
  updated: 'operation_updated',
  finished: 'operation_finished',
} as const satisfies Record<JobMoment, string>

/** Tells administrators of operations as they go on (spec 3 §4). */
export const operationNews = ({ store, broker, clock, log }: Parts): JobNews =>
  new JobNews({
    clock,
    log,
    async tell(id, moment) {
      const job = await store.jobs.find(id)
      if (job) broker.publishToAdmins({ event: EVENTS[moment], data: { operation: operationOf(job) } })
    },
  })
