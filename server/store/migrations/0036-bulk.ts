import type { Migration } from './migration.ts'

/** Where gateways stand as the organisation sees it, and what is brought to many of them at once. */
export const bulk: Migration = {
  version: 36,
  name: 'bulk',
  statements: [
    `create table centres (
      code {text} not null primary key,
      name {text} not null,
      region {text} not null,
      state {text} not null
    )`,
    'create index centres_region on centres (region, state, name)',
    `create table gateway_centres (
      serial_number {text} not null primary key references gateways (serial_number) on delete cascade,
      centre {text} not null references centres (code) on delete cascade,
      point {text} not null
    )`,
    'create index gateway_centres_centre on gateway_centres (centre)',
    `create table bulk_contents (
      id {text} not null primary key,
      name {text} not null,
      type {text} not null,
      params {text} not null,
      created_at bigint not null
    )`,
    'create index bulk_contents_order on bulk_contents (type, id)',
  ],
}
