import type { Migration } from '../migration.ts'

/** What goes wrong in homes that have an edit of the catalogue which not all have. */
export const rolloutFaults: Migration = {
  version: 65,
  name: 'rollout-faults',
  statements: [
    `create table rollout_faults (
      rollout_id {text} not null references jobs (id) on delete cascade,
      serial_number {text} not null,
      fault {text} not null,
      kind {text} not null,
      what {text} not null,
      message {text} not null,
      times bigint not null,
      at bigint not null,
      primary key (rollout_id, serial_number, fault)
    )`,
    'create index rollout_faults_fault on rollout_faults (rollout_id, fault)',
  ],
}
