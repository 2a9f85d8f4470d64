import type { Migration } from '../migration.ts'

/** Calendars that statuses of a home follow; their addresses and what stands in them are sealed. */
export const statusCalendars: Migration = {
  version: 71,
  name: 'status-calendars',
  statements: [
    `create table status_calendars (
      serial_number {text} not null references gateways (serial_number) on delete cascade,
      resource_id {text} not null,
      sealed {text} not null,
      told {text},
      fault {text},
      fetched_at bigint,
      tried_at bigint,
      due_at bigint not null,
      made_by {text} not null references accounts (id) on delete cascade,
      made_at bigint not null,
      primary key (serial_number, resource_id)
    )`,
    'create index status_calendars_due on status_calendars (due_at)',
    'create index status_calendars_maker on status_calendars (made_by)',
  ],
}
