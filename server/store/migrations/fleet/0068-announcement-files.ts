import type { Migration } from '../migration.ts'

/** Files that go with announcements by mail, each once, however many people get it. */
export const announcementFiles: Migration = {
  version: 68,
  name: 'announcement-files',
  statements: [
    `create table announcement_files (
      id {text} not null primary key,
      about {text} not null,
      data {text} not null,
      created_at bigint not null
    )`,
    'alter table announcements add column file_id {text}',
    'create index announcements_file on announcements (file_id)',
  ],
}
