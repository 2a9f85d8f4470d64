import type { Migration } from './migration.ts'

/** Wrong PINs are counted by person: those of one are none of another's. */
export const pinTries: Migration = {
  version: 12,
  name: 'pin-tries',
  statements: [
    `create table pin_tries (
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      user_id {text} not null references accounts (id) on delete cascade,
      tries bigint not null,
      primary key (serial_number, user_id)
    )`,
    'create index pin_tries_user on pin_tries (user_id)',
    'alter table gateways drop column pin_failures',
  ],
}
