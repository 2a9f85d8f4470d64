import type { Migration } from '../migration.ts'

export const accounts: Migration = {
  version: 2,
  name: 'accounts',
  statements: [
    'alter table accounts add column gender {text}',
    'alter table accounts add column country {text}',
    'alter table accounts add column on_boarding_source {text}',
    // Null: the link in the mail has not been followed yet.
    'alter table accounts add column activated_at bigint',
    'alter table accounts add column policy_version {text}',
    'alter table accounts add column policy_accepted_at bigint',
    'alter table accounts add column deletion_marked_at bigint',
    'create index accounts_deletion on accounts (deletion_marked_at)',
    // Whoever had an account before there was an activation needs none.
    'update accounts set activated_at = created_at',
    // One code for each thing that somebody wants to do; a newer one takes the place of the older.
    `create table otps (
      user_id {text} not null references accounts (id) on delete cascade,
      bound {text} not null,
      hash {text} not null,
      tries bigint not null,
      expires_at bigint not null,
      primary key (user_id, bound)
    )`,
    'create index otps_expiry on otps (expires_at)',
    // What is secret about a message is sealed; a copy of the database opens nothing.
    `create table outbox (
      id {text} not null primary key,
      at bigint not null,
      channel {text} not null,
      recipient {text} not null,
      subject {text} not null,
      search {text} not null,
      sealed {text},
      state {text} not null check (state in ('outbox', 'waiting', 'sent', 'failed')),
      error {text},
      tries bigint not null,
      due_at bigint not null
    )`,
    'create index outbox_due on outbox (state, due_at)',
    'create index outbox_at on outbox (at, id)',
  ],
}
