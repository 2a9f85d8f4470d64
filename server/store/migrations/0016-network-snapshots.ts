import type { Migration } from './migration.ts'

/** How the devices of a home were reached at earlier moments. */
export const networkSnapshots: Migration = {
  version: 16,
  name: 'network-snapshots',
  statements: [
    `create table network_snapshots (
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      at bigint not null,
      by_hand boolean not null,
      name {text},
      summary {text} not null,
      nodes {text} not null,
      primary key (serial_number, at)
    )`,
  ],
}
