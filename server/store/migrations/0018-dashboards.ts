import type { Migration } from './migration.ts'

/** What somebody has put together of a home to see at a glance, and which screen opens after his sign-in. */
export const dashboards: Migration = {
  version: 18,
  name: 'dashboards',
  statements: [
    `create table dashboards (
      user_id {text} not null references accounts (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      revision bigint not null,
      pages {text} not null,
      primary key (user_id, serial_number)
    )`,
    'create index dashboards_gateway on dashboards (serial_number)',
    'alter table accounts add column start_screen {text}',
  ],
}
