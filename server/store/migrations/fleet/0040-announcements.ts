import type { Migration } from '../migration.ts'

/** What is announced to many people, by one way each, and who wants no news. */
export const announcements: Migration = {
  version: 40,
  name: 'announcements',
  statements: [
    `create table announcements (
      id {text} not null primary key,
      type {text} not null,
      identity {text} not null,
      body {text} not null,
      created_at bigint not null
    )`,
    'create unique index announcements_identity on announcements (type, identity)',
    `create table news_choices (
      user_id {text} not null primary key references accounts (id) on delete cascade,
      wanted boolean not null,
      secret {text} not null,
      changed_at bigint not null
    )`,
    'create unique index news_choices_secret on news_choices (secret)',
  ],
}
