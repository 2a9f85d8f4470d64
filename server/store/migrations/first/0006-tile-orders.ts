import type { Migration } from '../migration.ts'

/** In which order somebody has put the devices of a home. */
export const tileOrders: Migration = {
  version: 6,
  name: 'tile-orders',
  statements: [
    `create table tile_orders (
      user_id {text} not null references accounts (id) on delete cascade,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      devices {text} not null,
      primary key (user_id, serial_number)
    )`,
    'create index tile_orders_gateway on tile_orders (serial_number)',
  ],
}
