import type { Clock } from '#gateway/core/ports.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import type { Job } from '../store/fleet/job-rows.ts'
import type { Store } from '../store/store.ts'
import { type JobMoment, JobNews } from './job-news.ts'

interface Parts {
  store: Pick<Store, 'jobs'>
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

type AdminEvent = Parameters<Broker['publishToAdmins']>[0]

/**
 * Tells administrators of jobs of one kind as they go on (spec 3 §4).
 * `taskEventOf`: what is told of one of its tasks; without it nothing is.
 */
export const adminNews = (
  { store, broker, clock, log }: Parts,
  eventOf: (moment: JobMoment, job: Job) => AdminEvent | Promise<AdminEvent>,
  taskEventOf?: (job: string, task: string) => Promise<AdminEvent | undefined>,
): JobNews =>
  new JobNews({
    clock,
    log,
    async tell(id, moment) {
      const job = await store.jobs.find(id)
      if (job) broker.publishToAdmins(await eventOf(moment, job))
    },
    async tellTask(id, task) {
      const event = await taskEventOf?.(id, task)
      if (event) broker.publishToAdmins(event)
    },
  })
