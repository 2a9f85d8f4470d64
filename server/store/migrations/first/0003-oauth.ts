import type { Migration } from '../migration.ts'

export const oauth: Migration = {
  version: 3,
  name: 'oauth',
  statements: [
    // One row for each time that somebody allowed a program to use a gateway: what one theft spoils is lost together.
    `create table oauth_grants (
      id {text} not null primary key,
      user_id {text} not null references accounts (id) on delete cascade,
      client_id {text} not null,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      scope {text} not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    'create index oauth_grants_user on oauth_grants (user_id, client_id)',
    'create index oauth_grants_gateway on oauth_grants (serial_number)',
    `create table oauth_tokens (
      hash {text} not null primary key,
      grant_id {text} not null references oauth_grants (id) on delete cascade,
      kind {text} not null check (kind in ('code', 'access', 'refresh')),
      bound {text},
      expires_at bigint not null,
      used_at bigint
    )`,
    'create index oauth_tokens_grant on oauth_tokens (grant_id)',
    'create index oauth_tokens_expiry on oauth_tokens (expires_at)',
    `create table external_identities (
      issuer {text} not null,
      subject {text} not null,
      user_id {text} not null references accounts (id) on delete cascade,
      created_at bigint not null,
      primary key (issuer, subject)
    )`,
    'create index external_identities_user on external_identities (user_id)',
  ],
}
