import type { Migration } from '../migration.ts'

/** Since when a job stands: for that long its deadline does not come nearer (decision 0271). */
export const standingJobs: Migration = {
  version: 80,
  name: 'standing-jobs',
  statements: ['alter table jobs add column stood_at bigint'],
}
