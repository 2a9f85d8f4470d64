import type { Migration } from './migration.ts'

/** Which gateway took the place of which; the rows outlive gateways and accounts. */
export const replacements: Migration = {
  version: 39,
  name: 'replacements',
  statements: [
    `create table replacements (
      id {text} not null primary key,
      failed {text} not null,
      other {text} not null,
      restore_point {text} not null,
      factory_reset boolean not null,
      started_by {text} not null,
      state {text} not null,
      started_at bigint not null,
      finished_at bigint
    )`,
    'create index replacements_started on replacements (started_at, id)',
  ],
}
