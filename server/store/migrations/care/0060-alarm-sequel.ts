import type { Migration } from '../migration.ts'

/**
 * What somebody else said to an alarm after the first reaction; and which gateways keep the table of alarms, with the time
 * (epoch ms) of the last change that each has taken.
 */
export const alarmSequel: Migration = {
  version: 60,
  name: 'alarm-sequel',
  statements: [
    `create table alarm_addenda (
      notification_id {text} not null references alarm_notifications (id) on delete cascade,
      user_id {text} not null references accounts (id) on delete cascade,
      response {text} not null,
      at bigint not null,
      primary key (notification_id, user_id)
    )`,
    'create index alarm_addenda_user on alarm_addenda (user_id)',
    `create table alarm_tables (
      serial_number {text} not null primary key references gateways (serial_number) on delete cascade,
      at bigint not null
    )`,
  ],
}
