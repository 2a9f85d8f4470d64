import type { Migration } from './migration.ts'

/** Backups of homes, each a file as it is handed out, and what restorations have yet to bring about. */
export const backups: Migration = {
  version: 20,
  name: 'backups',
  statements: [
    `create table backups (
      id {text} not null primary key,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      user_id {text} references accounts (id) on delete set null,
      status {text} not null,
      type {text} not null,
      name {text} not null,
      created_at bigint not null,
      about {text} not null,
      file {text} not null
    )`,
    'create index backups_gateway on backups (serial_number, created_at)',
  ],
}
