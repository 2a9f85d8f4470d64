import type { Migration } from './migration.ts'

/** Messages to a person go by several ways: whom one is for, by what name it is known, and keys that the server made for itself. */
export const waysOut: Migration = {
  version: 29,
  name: 'ways-out',
  statements: [
    // Null: to an address alone.
    'alter table outbox add column user_id {text} references accounts (id) on delete cascade',
    // The same message is never kept twice; null: whoever sent it knows it by no name.
    'alter table outbox add column message {text}',
    // Of a push: the subscription; empty where the person has one address of the kind.
    'alter table outbox add column target {text}',
    'create unique index outbox_message on outbox (message, channel, target)',
    'create index outbox_user on outbox (user_id)',
    // One line of messages for each way: a provider that hangs holds up nobody else's.
    'drop index outbox_due',
    'create index outbox_due on outbox (state, channel, due_at)',
    `create table secrets (
      name {text} not null primary key,
      sealed {text} not null
    )`,
  ],
}
