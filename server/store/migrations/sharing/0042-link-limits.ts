import type { Migration } from '../migration.ts'

/** What a linked account is given of a home; JSON. Without a row: everything. */
export const linkLimits: Migration = {
  version: 42,
  name: 'link-limits',
  statements: [
    `create table link_limits (
      link_id {text} not null references links (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      limits {text} not null,
      primary key (link_id, serial_number)
    )`,
    'create index link_limits_gateway on link_limits (serial_number)',
  ],
}
