import type { Migration } from '../migration.ts'

/** What several people can save has a revision, so that of two who change what both have read the second is told (decision 0270). */
export const revisions: Migration = {
  version: 79,
  name: 'revisions',
  statements: ['groups', 'announcement_templates', 'alarms', 'web_addresses', 'status_calendars'].map(
    (table) => `alter table ${table} add column revision bigint not null default 1`,
  ),
}
