import { migrations } from '#server/store/migrations/all.ts'
import type { Migration } from '#server/store/migrations/migration.ts'

/** What a later version could bring: a table, a column, and rows moved. */
export const next: Migration = {
  version: (migrations.at(-1)?.version ?? 0) + 1,
  name: 'rooms',
  statements: [
    'create table rooms (id {text} not null primary key, name {text} not null)',
    'alter table accounts add column nickname {text}',
    'update accounts set nickname = username',
    "insert into rooms (id, name) values ('1', 'kitchen')",
    'create index rooms_name on rooms (name)',
  ],
}
