import type { Migration } from './migration.ts'

/** Groups of people and of gateways, as administrators put them together. */
export const groups: Migration = {
  version: 25,
  name: 'groups',
  statements: [
    `create table groups (
      id {text} not null primary key,
      name {text} not null,
      identity {text} not null unique,
      description {text} not null,
      tag {text},
      search {text} not null,
      created_at bigint not null
    )`,
    `create table group_users (
      group_id {text} not null references groups (id) on delete cascade,
      user_id {text} not null references accounts (id) on delete cascade,
      primary key (group_id, user_id)
    )`,
    'create index group_users_user on group_users (user_id)',
    `create table group_gateways (
      group_id {text} not null references groups (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      primary key (group_id, serial_number)
    )`,
    'create index group_gateways_gateway on group_gateways (serial_number)',
  ],
}
