import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { BackupNights } from '#schemas/generated/entities/backup-nights.ts'
import type { NightsRow } from '#server/store/gateways/backups.ts'

const { backupTime, backupsOfNights } = catalogue.limits
const MINUTE = 60_000
const HOUR = 60

const padded = (number: number): string => String(number).padStart(2, '0')

/** What was chosen, or else what the catalogue says. */
export function nightsOf({
  minute = backupTime.value / MINUTE,
  kept = backupsOfNights.value,
}: NightsRow): BackupNights {
  return { at: `${padded(Math.floor(minute / HOUR))}:${padded(minute % HOUR)}`, kept }
}
