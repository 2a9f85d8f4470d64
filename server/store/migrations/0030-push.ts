import type { Migration } from './migration.ts'

/** Devices that are woken by Web Push, and when somebody wants to be left alone. */
export const push: Migration = {
  version: 30,
  name: 'push',
  statements: [
    // It ends with the session that it belongs to. Endpoint and keys are sealed.
    `create table push_subscriptions (
      id {text} not null primary key,
      user_id {text} not null references accounts (id) on delete cascade,
      session_key {text} not null references sessions (key) on delete cascade,
      endpoint_hash {text} not null unique,
      sealed {text} not null,
      label {text} not null,
      mode {text} not null check (mode in ('all', 'quiet', 'urgent')),
      created_at bigint not null,
      sent_at bigint
    )`,
    'create index push_subscriptions_user on push_subscriptions (user_id, created_at)',
    'create index push_subscriptions_session on push_subscriptions (session_key)',
    // Minutes of the day in that time zone.
    `create table quiet_hours (
      user_id {text} not null primary key references accounts (id) on delete cascade,
      active boolean not null,
      from_minute bigint not null,
      until_minute bigint not null,
      zone {text} not null
    )`,
  ],
}
