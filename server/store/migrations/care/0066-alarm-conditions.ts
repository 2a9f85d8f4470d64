import type { Migration } from '../migration.ts'

/** By how much something in a home must be wrong before an alarm goes off, as an administrator says (JSON); null: as shipped. */
export const alarmConditions: Migration = {
  version: 66,
  name: 'alarm-conditions',
  statements: ['alter table alarms add column condition {text}'],
}
