import type { Migration } from './migration.ts'

/** Whom an alarm of a home is told to and in which order, how far that has come, and each message that it takes. */
export const alarmRecipients: Migration = {
  version: 27,
  name: 'alarm-recipients',
  statements: [
    `create table alarm_recipients (
      id {text} not null primary key,
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      owner {text} not null references accounts (id) on delete cascade,
      code {text} not null,
      level bigint not null,
      contact {text} not null,
      first_name {text} not null,
      user_id {text} references accounts (id) on delete cascade,
      ways {text} not null
    )`,
    'create unique index alarm_recipients_contact on alarm_recipients (serial_number, owner, code, level, contact)',
    'create index alarm_recipients_owner on alarm_recipients (owner)',
    'create index alarm_recipients_user on alarm_recipients (user_id)',
    // How many levels have been told, and when the next one is; null: nobody else is told.
    'alter table alarm_notifications add column step bigint not null default 0',
    'alter table alarm_notifications add column next_at bigint',
    'create index alarm_notifications_next on alarm_notifications (next_at)',
    `create table alarm_messages (
      id {text} not null primary key,
      notification_id {text} not null references alarm_notifications (id) on delete cascade,
      step bigint not null,
      level bigint not null,
      contact {text} not null,
      first_name {text} not null,
      user_id {text} references accounts (id) on delete set null,
      way {text} not null,
      priority bigint not null,
      at bigint not null,
      due_at bigint not null,
      batch {text},
      state {text} not null,
      settled_at bigint
    )`,
    // What was interrupted is begun again, and nobody is told twice.
    'create unique index alarm_messages_once on alarm_messages (notification_id, step, contact, way)',
    'create index alarm_messages_due on alarm_messages (state, due_at)',
    'create index alarm_messages_gathered on alarm_messages (contact, way, settled_at)',
    'create index alarm_messages_user on alarm_messages (user_id)',
  ],
}
