import type { Migration } from './migration.ts'

/** What energy costs a home. */
export const energyTariffs: Migration = {
  version: 19,
  name: 'energy-tariffs',
  statements: [
    `create table energy_tariffs (
      serial_number {text} primary key references gateways (serial_number) on delete cascade,
      revision bigint not null,
      tariffs {text} not null
    )`,
  ],
}
