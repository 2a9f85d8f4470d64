import type { Migration } from '../migration.ts'

/** What homes have to say to people, and what of it they have seen. */
export const notifications: Migration = {
  version: 7,
  name: 'notifications',
  statements: [
    `create table notifications (
      id {text} not null primary key,
      user_id {text} not null references accounts (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      at bigint not null,
      title {text} not null,
      body {text} not null,
      kind {text} not null,
      seen boolean not null
    )`,
    'create index notifications_user on notifications (user_id, id)',
    'create index notifications_missed on notifications (user_id, seen, id)',
    'create index notifications_gateway on notifications (serial_number)',
    'create index notifications_at on notifications (at)',
  ],
}
