import type { Migration } from './migration.ts'

/** By what people are found who are to be linked, until when a link lasts, and where people live. */
export const linkedAccounts: Migration = {
  version: 24,
  name: 'linked-accounts',
  statements: [
    // Null: made before there were such ids; gets one when the server starts.
    'alter table accounts add column linked_id {text}',
    'create unique index accounts_linked on accounts (linked_id)',
    // JSON list.
    'alter table accounts add column address {text}',
    // Null: until somebody ends it.
    'alter table links add column ends_at bigint',
    'create index links_ending on links (ends_at)',
  ],
}
