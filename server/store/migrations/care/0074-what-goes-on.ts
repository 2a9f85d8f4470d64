import type { Migration } from '../migration.ts'

/** What goes on at a gateway and is followed in the job centre, for pages that were not there when it began or ended. */
export const whatGoesOn: Migration = {
  version: 74,
  name: 'what-goes-on',
  statements: [
    'alter table gateways add column device_firmware_in_progress boolean',
    'alter table gateways add column backup_in_progress boolean',
    // Few at a time, asked for at each start.
    'create index gateways_installing on gateways (serial_number) where device_firmware_in_progress = true',
    'create index gateways_backing_up on gateways (serial_number) where backup_in_progress = true',
  ],
}
