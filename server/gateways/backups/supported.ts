import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { atLeast, compareVersions, dotted } from '#gateway/lib/gateways/versions.ts'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { conflict } from '#server/lib/refusal.ts'

const { backupMinimumFirmware, backupMinimumZigbee } = catalogue.limits

/**
 * Refuses what can neither tell nor take in how the home is set up (spec 3 §5): firmware that is too old for its line or
 * model, and radios with an older ZigBee than the least. What a gateway does not tell keeps it from nothing.
 */
export function assertSupported({
  model,
  currentFWVersion,
  swVersions,
}: Pick<Gateway, 'model' | 'currentFWVersion' | 'swVersions'>): void {
  const least: Readonly<Record<string, number>> = backupMinimumFirmware.value
  // Versions with a line of their own name it behind a hyphen (decision 0181).
  const [version, ...line] = currentFWVersion?.split('-') ?? []
  const wanted = least[line.join('-')] ?? least[model.toUpperCase()] ?? least.default ?? 0
  if (version !== undefined && !atLeast(version, dotted(wanted))) throw conflict('BACKUP_FIRMWARE_TOO_OLD')
  const zigbee = swVersions?.zigbeeVersion
  if (zigbee !== undefined && !atLeast(zigbee, backupMinimumZigbee.value))
    throw conflict('BACKUP_ZIGBEE_TOO_OLD')
}

type Software = Pick<Gateway, 'currentFWVersion'>

/** Whether something was backed up with newer software than the gateway has: it might not know what it is to become. */
export const isAhead = (
  backup: Pick<Backup, 'currentFWVersion'>,
  { currentFWVersion: now }: Software,
): boolean =>
  backup.currentFWVersion !== undefined &&
  now !== undefined &&
  compareVersions(backup.currentFWVersion, now) > 0
