import type { Migration } from './migration.ts'

/** Alarms, how long answers to them are waited for, and what they told. */
export const alarms: Migration = {
  version: 26,
  name: 'alarms',
  statements: [
    `create table alarms (
      id {text} not null primary key,
      code {text} not null unique,
      number bigint not null unique,
      identity {text} unique,
      names {text} not null,
      search {text} not null,
      icon {text} not null,
      priority bigint not null,
      ways {text} not null
    )`,
    `create table alarm_escalations (
      priority bigint not null primary key,
      seconds bigint not null
    )`,
    `create table alarm_notifications (
      id {text} not null primary key,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      code {text} not null,
      subject {text} not null,
      open_key {text} unique,
      priority bigint not null,
      icon {text} not null,
      names {text} not null,
      facts {text} not null,
      at bigint not null,
      over_at bigint,
      reacted_at bigint,
      reacted_by {text} references accounts (id) on delete set null,
      response {text}
    )`,
    'create index alarm_notifications_gateway on alarm_notifications (serial_number, id)',
    'create index alarm_notifications_order on alarm_notifications (priority, id)',
    'create index alarm_notifications_reacter on alarm_notifications (reacted_by)',
  ],
}
