import type { Migration } from '../migration.ts'

/** When a home is backed up by itself, and how many of those backups stay; null: as the catalogue has it. */
export const backupNights: Migration = {
  version: 50,
  name: 'backup-nights',
  statements: [
    'alter table gateways add column backup_minute integer',
    'alter table gateways add column backups_kept integer',
  ],
}
