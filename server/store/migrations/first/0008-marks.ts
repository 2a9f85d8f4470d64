import type { Migration } from '../migration.ts'

/** What is true of the data as a whole. Data in which a demo was seeded before there were marks get theirs here. */
export const marks: Migration = {
  version: 8,
  name: 'marks',
  statements: [
    'create table marks (name {text} not null primary key, at bigint not null)',
    `insert into marks (name, at) select 'demo', created_at from accounts where id = 'demo-home'`,
  ],
}
