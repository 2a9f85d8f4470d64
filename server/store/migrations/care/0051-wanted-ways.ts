import type { Migration } from '../migration.ts'

/** By which ways somebody wants to hear of alarms, by their priority; JSON. */
export const wantedWays: Migration = {
  version: 51,
  name: 'wanted-ways',
  statements: [
    `create table wanted_ways (
      user_id {text} not null primary key references accounts (id) on delete cascade,
      ways {text} not null
    )`,
  ],
}
