import type { Migration } from '../migration.ts'

/** Searches and filters of lists that somebody has kept under a name. */
export const savedFilters: Migration = {
  version: 53,
  name: 'saved-filters',
  statements: [
    // What is asked for is JSON.
    `create table saved_filters (
      user_id {text} not null references accounts (id) on delete cascade,
      screen {text} not null,
      name {text} not null,
      asks {text} not null,
      primary key (user_id, screen, name)
    )`,
  ],
}
