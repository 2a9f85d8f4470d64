import type { Clock } from '#gateway/core/ports.ts'
import { type JobMoment, JobNews } from '../jobs/job-news.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import type { Store } from '../store/store.ts'
import { campaignOf } from './views.ts'

interface Parts {
  store: Pick<Store, 'jobs'>
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

const EVENTS = {
  created: 'asm_campaign_created',
  updated: 'asm_campaign_updated',
  finished: 'asm_campaign_updated_finished',
} as const satisfies Record<JobMoment, string>

/** Tells administrators of announcements as they go on. */
export const announcementNews = ({ store, broker, clock, log }: Parts): JobNews =>
  new JobNews({
    clock,
    log,
    async tell(id, moment) {
      const job = await store.jobs.find(id)
      if (job) broker.publishToAdmins({ event: EVENTS[moment], data: { campaign: campaignOf(job) } })
    },
  })
