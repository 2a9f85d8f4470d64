import type { Migration } from '../migration.ts'

/** What happens in the life of a gateway: who may take it, its PIN, its firmware, its place, its subscription. */
export const gatewayLife: Migration = {
  version: 4,
  name: 'gateway-life',
  statements: [
    // V-06: unsigned 32 bit, kept in 64; a column gets its check only when it is made.
    'alter table gateways rename column operation_mode to former_operation_mode',
    `alter table gateways add column operation_mode bigint not null default 0
      check (operation_mode between 0 and 4294967295)`,
    'update gateways set operation_mode = former_operation_mode',
    'alter table gateways drop column former_operation_mode',
    'alter table gateways add column secure_id_hash {text}',
    'alter table gateways add column pin_hash {text}',
    'alter table gateways add column pin_failures bigint not null default 0',
    // ms that are left of a lock, not a time of day: setting the clock must not open it.
    'alter table gateways add column lock_remaining bigint',
    'alter table gateways add column lock_by_failure boolean',
    'alter table gateways add column privileged_by {text}',
    'alter table gateways add column replacement_with {text}',
    'alter table gateways add column home_of {text}',
    'alter table gateways add column address {text}',
    'create index gateways_locked on gateways (lock_remaining) where lock_remaining is not null',
    `create table subscriptions (
      serial_number {text} not null primary key references gateways (serial_number) on delete cascade,
      plan {text} not null,
      since bigint not null,
      until bigint,
      deactivated_at bigint
    )`,
    `create table firmware_campaigns (
      id {text} not null primary key,
      model {text} not null,
      version {text} not null,
      description {text} not null,
      created_at bigint not null
    )`,
    'create index firmware_campaigns_model on firmware_campaigns (model)',
    // One thing at a time happens to a gateway; what had begun goes on after a restart.
    `create table gateway_jobs (
      serial_number {text} not null primary key references gateways (serial_number) on delete cascade,
      id {text} not null unique,
      kind {text} not null,
      facts {text} not null,
      began_at bigint not null
    )`,
    `create table serial_numbers (
      serial_number {text} not null primary key,
      secure_id {text} not null,
      user_id {text} not null unique references accounts (id) on delete cascade,
      created_at bigint not null
    )`,
  ],
}
