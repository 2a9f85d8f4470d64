import type { Migration } from '../migration.ts'

/** `{text}` is text in byte order: PostgreSQL would otherwise sort by the locale of the machine it was set up on. */
export const foundation: Migration = {
  version: 1,
  name: 'foundation',
  statements: [
    `create table accounts (
      id {text} not null primary key,
      username {text} not null,
      identity {text} not null unique,
      first_name {text},
      last_name {text},
      group_names {text} not null,
      role {text} not null,
      preferred_language {text} not null,
      contact {text} not null,
      password_hash {text},
      created_at bigint not null,
      search {text} not null
    )`,
    `create table links (
      id {text} not null primary key,
      master_id {text} not null references accounts (id) on delete cascade,
      secondary_id {text} not null references accounts (id) on delete cascade,
      is_support boolean not null,
      verified boolean not null,
      created_at bigint not null,
      unique (master_id, secondary_id),
      check (master_id <> secondary_id)
    )`,
    'create index links_secondary on links (secondary_id)',
    `create table sessions (
      hash {text} not null primary key,
      key {text} not null unique,
      user_id {text} not null references accounts (id) on delete cascade,
      created_at bigint not null,
      last_seen_at bigint not null,
      user_agent {text},
      address {text}
    )`,
    'create index sessions_user on sessions (user_id)',
    'create index sessions_created on sessions (created_at)',
    'create index sessions_seen on sessions (last_seen_at)',
    // lock_status: unsigned 32 bit, kept in 64 (V-06).
    `create table gateways (
      serial_number {text} not null primary key,
      id {text} not null unique,
      secure_id {text},
      name {text} not null,
      model {text} not null,
      type {text},
      user_id {text} references accounts (id) on delete set null,
      connection_status {text} not null check (connection_status in ('online', 'offline')),
      connection_status_since bigint,
      connection_type {text},
      current_fw_version {text},
      operation_mode bigint not null,
      lock_status bigint check (lock_status between 0 and 4294967295),
      privileged boolean,
      subscription_lock_mode bigint not null,
      backup_restore_in_progress boolean,
      replacement_in_progress boolean,
      replacement_finished boolean,
      firmware_upgrade_in_progress boolean,
      is_automatically_backup boolean,
      installation_software_id {text},
      installations {text},
      sw_versions {text},
      secret_hash {text},
      search {text} not null,
      name_order {text} not null,
      fw_order {text} not null
    )`,
    'create index gateways_user on gateways (user_id)',
    'create index gateways_by_name on gateways (name_order, serial_number)',
    'create index gateways_by_model on gateways (model, serial_number)',
    'create index gateways_by_status on gateways (connection_status, serial_number)',
    'create index gateways_by_version on gateways (fw_order, serial_number)',
    `create table home_entries (
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      entry_key {text} not null,
      value {text} not null,
      primary key (serial_number, entry_key)
    )`,
    `create table tokens (
      hash {text} not null primary key,
      purpose {text} not null,
      subject {text} not null,
      payload {text},
      expires_at bigint not null
    )`,
    'create index tokens_subject on tokens (purpose, subject)',
    'create index tokens_expiry on tokens (expires_at)',
    `create table limits (
      key {text} not null primary key,
      ends_at bigint not null,
      hits bigint not null
    )`,
    'create index limits_end on limits (ends_at)',
    `create table audit (
      id {text} not null primary key,
      at bigint not null,
      who {text} not null,
      what {text} not null,
      gateway {text},
      result {text} not null,
      facts {text}
    )`,
    'create index audit_who on audit (who, id)',
    'create index audit_what on audit (what, id)',
    'create index audit_gateway on audit (gateway, id)',
    'create index audit_at on audit (at)',
  ],
}
