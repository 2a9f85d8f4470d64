import type { Migration } from './migration.ts'

/** What homes did: first as it comes, one row for all that changed in some seconds, then by series and day. */
export const history: Migration = {
  version: 17,
  name: 'history',
  statements: [
    `create table history_waiting (
      id {text} not null primary key,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      entries {text} not null
    )`,
    'create index history_waiting_gateway on history_waiting (serial_number, id)',
    `create table history_days (
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      series {text} not null,
      day bigint not null,
      rolled boolean not null,
      points {text} not null,
      primary key (serial_number, series, day)
    )`,
    'create index history_days_rolled on history_days (rolled, day)',
    `create table history_handed (
      serial_number {text} not null primary key references gateways (serial_number) on delete cascade,
      at bigint not null
    )`,
  ],
}
