import type { Migration } from '../migration.ts'

/** Addresses elsewhere that scenes of a home call; where they lead, and the secret that signs, are sealed. */
export const webAddresses: Migration = {
  version: 70,
  name: 'web-addresses',
  statements: [
    `create table web_addresses (
      id {text} primary key,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      name {text} not null,
      method {text} not null,
      sealed {text} not null,
      made_by {text} not null references accounts (id) on delete cascade,
      made_at bigint not null,
      called_at bigint,
      answer {text}
    )`,
    'create index web_addresses_home on web_addresses (serial_number)',
    'create index web_addresses_maker on web_addresses (made_by)',
  ],
}
