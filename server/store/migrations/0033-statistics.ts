import type { Migration } from './migration.ts'

/** What gateways consist of, how many of them were there, and what failed. */
export const statistics: Migration = {
  version: 33,
  name: 'statistics',
  statements: [
    `create table gateway_counts (
      serial_number {text} not null primary key references gateways (serial_number) on delete cascade,
      at bigint not null,
      devices bigint not null,
      scenes bigint
    )`,
    `create table gateway_classes (
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      class {text} not null,
      devices bigint not null,
      primary key (serial_number, class)
    )`,
    `create table fleet_days (
      scope {text} not null,
      day bigint not null,
      samples bigint not null,
      gateways bigint not null,
      online bigint not null,
      primary key (scope, day)
    )`,
    `create table gateway_failures (
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      kind {text} not null,
      day bigint not null,
      times bigint not null,
      primary key (serial_number, kind, day)
    )`,
    'create index gateway_failures_day on gateway_failures (day, kind)',
  ],
}
