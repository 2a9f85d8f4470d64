import type { Migration } from '../migration.ts'

/** Second factors of accounts, the browsers they sign in from, and what makes the audit log quick to search. */
export const secondFactors: Migration = {
  version: 9,
  name: 'second-factors',
  statements: [
    // The secret is sealed; the last step that was used keeps a code from being used again.
    `create table authenticators (
      user_id {text} not null primary key references accounts (id) on delete cascade,
      sealed {text} not null,
      last_step bigint not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    `create table recovery_codes (
      user_id {text} not null references accounts (id) on delete cascade,
      hash {text} not null,
      primary key (user_id, hash)
    )`,
    `create table passkeys (
      id {text} not null primary key,
      user_id {text} not null references accounts (id) on delete cascade,
      name {text} not null,
      public_key {text} not null,
      counter bigint not null,
      transports {text} not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    'create index passkeys_user on passkeys (user_id, created_at)',
    // Which browsers an account was signed in from: the account's own hash of what the browser keeps.
    `create table known_devices (
      hash {text} not null primary key,
      user_id {text} not null references accounts (id) on delete cascade,
      label {text} not null,
      first_seen_at bigint not null,
      last_seen_at bigint not null
    )`,
    'create index known_devices_user on known_devices (user_id)',
    'create index known_devices_seen on known_devices (last_seen_at)',
    'create index audit_result on audit (result, id)',
  ],
}
