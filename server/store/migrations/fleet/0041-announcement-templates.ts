import type { Migration } from '../migration.ts'

/** Words of announcements, kept to be used again. */
export const announcementTemplates: Migration = {
  version: 41,
  name: 'announcement-templates',
  statements: [
    `create table announcement_templates (
      id {text} not null primary key,
      name {text} not null,
      identity {text} not null,
      search {text} not null,
      type {text} not null,
      title {text} not null,
      message {text} not null,
      created_at bigint not null,
      changed_at bigint not null
    )`,
    'create unique index announcement_templates_identity on announcement_templates (identity)',
  ],
}
