import type { Migration } from '../migration.ts'

/** Addresses that are called from elsewhere to begin a scene or to set a status; of each only the hash of its secret. */
export const callAddresses: Migration = {
  version: 69,
  name: 'call-addresses',
  statements: [
    `create table call_addresses (
      id {text} primary key,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      rule_id {text} not null,
      trigger_id {text} not null,
      resource_id {text} not null,
      hash {text} not null unique,
      made_by {text} not null references accounts (id) on delete cascade,
      made_at bigint not null,
      called_at bigint,
      calls bigint not null,
      unique (serial_number, rule_id, trigger_id, resource_id)
    )`,
    'create index call_addresses_maker on call_addresses (made_by)',
  ],
}
