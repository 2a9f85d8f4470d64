import type { Migration } from '../migration.ts'

/** How the meters of a home stand to each other. */
export const energyMeters: Migration = {
  version: 64,
  name: 'energy-meters',
  statements: [
    `create table energy_meters (
      serial_number {text} primary key references gateways (serial_number) on delete cascade,
      revision bigint not null,
      meters {text} not null
    )`,
  ],
}
