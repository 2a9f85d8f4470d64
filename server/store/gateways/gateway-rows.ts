import { type Insertable, type Selectable, sql } from 'kysely'
import type { Gateway, GatewayOwner } from '#schemas/generated/entities/gateway.ts'
import type { OfflineCause } from '#schemas/generated/entities/offline-cause.ts'
import { fold, searchable, versionOrder, withoutNulls } from '../text.ts'
import type { GatewayState, NewGateway } from './gateways.ts'
import type { GatewaysTable } from './tables.ts'

type StateColumns = Pick<
  GatewaysTable,
  | 'connection_type'
  | 'current_fw_version'
  | 'operation_mode'
  | 'lock_status'
  | 'privileged'
  | 'subscription_lock_mode'
  | 'backup_restore_in_progress'
  | 'replacement_in_progress'
  | 'replacement_finished'
  | 'firmware_upgrade_in_progress'
  | 'device_firmware_in_progress'
  | 'backup_in_progress'
  | 'is_automatically_backup'
  | 'installation_software_id'
  | 'installations'
  | 'sw_versions'
  | 'fw_order'
>

/** Only the columns that the given state speaks of. */
export function stateColumns(state: GatewayState): Partial<StateColumns> {
  const columns: { [K in keyof StateColumns]: StateColumns[K] | undefined } = {
    connection_type: state.connectionType,
    current_fw_version: state.currentFWVersion,
    fw_order: state.currentFWVersion === undefined ? undefined : versionOrder(state.currentFWVersion),
    operation_mode: state.operationMode,
    lock_status: state.lockStatus,
    privileged: state.privileged,
    subscription_lock_mode: state.subscriptionLockMode,
    backup_restore_in_progress: state.backupRestoreInProgress,
    replacement_in_progress: state.replacementInProgress,
    replacement_finished: state.replacementFinsihed,
    firmware_upgrade_in_progress: state.firmwareUpgradeInProgress,
    device_firmware_in_progress: state.deviceFirmwareInProgress,
    backup_in_progress: state.backupInProgress,
    is_automatically_backup: state.isAutomaticallyBackup,
    installation_software_id: state.installationSoftwareId,
    installations: state.installations && JSON.stringify(state.installations),
    sw_versions: state.swVersions && JSON.stringify(state.swVersions),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

export const searchOf = (gateway: Pick<Gateway, 'serialNumber' | 'name' | 'model'>): string =>
  searchable([gateway.serialNumber, gateway.name, gateway.model])

/** What the owner is found by stands at the gateway too, so that looking for him reads one index (decision 0254). */
export const ownerSearchOf = (userId: string | null) =>
  sql<string | null>`(select search from accounts where accounts.id = ${userId})`

export const rowOf = (gateway: NewGateway): Insertable<GatewaysTable> => ({
  connection_type: null,
  current_fw_version: null,
  lock_status: null,
  privileged: null,
  backup_restore_in_progress: null,
  replacement_in_progress: null,
  replacement_finished: null,
  firmware_upgrade_in_progress: null,
  device_firmware_in_progress: null,
  backup_in_progress: null,
  is_automatically_backup: null,
  backup_minute: null,
  backups_kept: null,
  installation_software_id: null,
  installations: null,
  sw_versions: null,
  privileged_by: gateway.privilegedBy ?? null,
  operation_mode: gateway.operationMode,
  subscription_lock_mode: gateway.subscriptionLockMode,
  fw_order: '',
  ...stateColumns(gateway),
  serial_number: gateway.serialNumber,
  id: gateway._id,
  secure_id: gateway.secureId ?? null,
  name: gateway.name,
  model: gateway.model,
  type: gateway.type ?? null,
  user_id: gateway.userId ?? null,
  connection_status: gateway.connectionStatus,
  connection_status_since: gateway.connectionStatusSince ? Date.parse(gateway.connectionStatusSince) : null,
  connection_cause: gateway.connectionCause ?? null,
  search: searchOf(gateway),
  name_order: fold(gateway.name),
})

type Hidden =
  | 'secret_hash'
  | 'secure_id_hash'
  | 'pin_hash'
  | 'search'
  | 'owner_search'
  | 'name_order'
  | 'fw_order'

export type JoinedRow = Omit<Selectable<GatewaysTable>, Hidden> & {
  owner_username: string | null
  owner_first_name: string | null
  owner_last_name: string | null
}

/** The JSON columns hold what was put there, which the schema of the entity had checked. */
export const gatewayOf = (row: JoinedRow): Gateway => ({
  _id: row.id,
  serialNumber: row.serial_number,
  name: row.name,
  model: row.model,
  userId: row.user_id,
  connectionStatus: row.connection_status as Gateway['connectionStatus'],
  operationMode: row.operation_mode,
  subscriptionLockMode: row.subscription_lock_mode,
  ...withoutNulls({
    secureId: row.secure_id,
    type: row.type,
    owner: ownerOf(row),
    connectionStatusSince:
      row.connection_status_since === null ? null : new Date(row.connection_status_since).toISOString(),
    connectionCause: row.connection_cause as OfflineCause | null,
    connectionType: row.connection_type,
    currentFWVersion: row.current_fw_version,
    lockStatus: row.lock_status,
    privileged: row.privileged,
    privilegedBy: row.privileged_by,
    backupRestoreInProgress: row.backup_restore_in_progress,
    replacementInProgress: row.replacement_in_progress,
    replacementFinsihed: row.replacement_finished,
    firmwareUpgradeInProgress: row.firmware_upgrade_in_progress,
    deviceFirmwareInProgress: row.device_firmware_in_progress,
    backupInProgress: row.backup_in_progress,
    isAutomaticallyBackup: row.is_automatically_backup,
    installationSoftwareId: row.installation_software_id,
    installations:
      row.installations === null ? null : (JSON.parse(row.installations) as Gateway['installations']),
    swVersions: row.sw_versions === null ? null : (JSON.parse(row.sw_versions) as Gateway['swVersions']),
  }),
})

function ownerOf(row: JoinedRow): GatewayOwner | null {
  if (row.user_id === null || row.owner_username === null) return null
  return {
    id: row.user_id,
    username: row.owner_username,
    ...withoutNulls({ firstName: row.owner_first_name, lastName: row.owner_last_name }),
  }
}
