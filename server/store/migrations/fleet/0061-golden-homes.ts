import type { Migration } from '../migration.ts'

/** Homes that those of a group are to be like, and in what each of them differs. */
export const goldenHomes: Migration = {
  version: 61,
  name: 'golden-homes',
  statements: [
    `create table golden_homes (
      id {text} not null primary key,
      name {text} not null,
      identity {text} not null unique,
      group_id {text} not null references groups (id) on delete cascade,
      serial_number {text} not null,
      gateway_name {text} not null,
      source {text} not null,
      as_of bigint not null,
      reading {text} not null,
      allowances {text} not null,
      created_at bigint not null,
      compared_at bigint,
      job {text}
    )`,
    'create index golden_homes_group on golden_homes (group_id)',
    `create table drift_gateways (
      golden_id {text} not null references golden_homes (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      house {text} not null,
      place {text} not null,
      source {text} not null,
      as_of bigint,
      compared_at bigint not null,
      differing bigint not null,
      allowed bigint not null,
      primary key (golden_id, serial_number)
    )`,
    'create index drift_gateways_house on drift_gateways (golden_id, house, place)',
    'create index drift_gateways_gateway on drift_gateways (serial_number)',
    `create table drift_things (
      golden_id {text} not null references golden_homes (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      aspect {text} not null,
      thing {text} not null,
      key {text} not null,
      name {text} not null,
      how {text} not null,
      allowed boolean not null,
      rows {text} not null,
      primary key (golden_id, serial_number, aspect, thing)
    )`,
    'create index drift_things_gateway on drift_things (serial_number)',
    'create index drift_things_thing on drift_things (golden_id, aspect, thing)',
    `create table drift_cells (
      golden_id {text} not null references golden_homes (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      aspect {text} not null,
      things bigint not null,
      primary key (golden_id, serial_number, aspect)
    )`,
    'create index drift_cells_gateway on drift_cells (serial_number)',
  ],
}
