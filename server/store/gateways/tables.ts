/** Rows of gateways: what they are, and what is done with them. Times are epoch ms, JSON is text. */
export interface GatewayTables {
  replacements: ReplacementsTable
  backups: BackupsTable
  gateways: GatewaysTable
  subscriptions: SubscriptionsTable
  firmware_campaigns: FirmwareCampaignsTable
  gateway_jobs: GatewayJobsTable
  serial_numbers: SerialNumbersTable
}

export interface ReplacementsTable {
  id: string
  /** Serial numbers. */
  failed: string
  other: string
  /** How the backup is called. */
  restore_point: string
  factory_reset: boolean
  started_by: string
  state: string
  started_at: number
  finished_at: number | null
}

export interface BackupsTable {
  id: string
  serial_number: string
  user_id: string | null
  status: string
  type: string
  name: string
  created_at: number
  /** JSON: what is told of it. */
  about: string
  /** Base64 of the file. */
  file: string
}

export interface GatewaysTable {
  serial_number: string
  id: string
  secure_id: string | null
  name: string
  model: string
  type: string | null
  user_id: string | null
  connection_status: string
  connection_status_since: number | null
  /** Why it is offline; null while it is online, or where nobody knows. */
  connection_cause: string | null
  connection_type: string | null
  current_fw_version: string | null
  operation_mode: number
  lock_status: number | null
  privileged: boolean | null
  subscription_lock_mode: number
  backup_restore_in_progress: boolean | null
  replacement_in_progress: boolean | null
  replacement_finished: boolean | null
  firmware_upgrade_in_progress: boolean | null
  device_firmware_in_progress: boolean | null
  backup_in_progress: boolean | null
  is_automatically_backup: boolean | null
  /** After midnight, by the clocks of the home; null: as the catalogue has it. */
  backup_minute: number | null
  /** Backups made by itself that stay; null: as the catalogue has it. */
  backups_kept: number | null
  installation_software_id: string | null
  /** JSON list. */
  installations: string | null
  /** JSON object. */
  sw_versions: string | null
  secret_hash: string | null
  secure_id_hash: string | null
  pin_hash: string | null
  /** Ms that were left of a PIN lock when this was last written; null: it has no known end, or there is none. */
  lock_remaining: number | null
  lock_by_failure: boolean | null
  privileged_by: string | null
  /** Serial number. */
  replacement_with: string | null
  /** Serial number of the virtual gateway whose devices it has taken over; empty after a reset. */
  home_of: string | null
  /** JSON object. */
  address: string | null
  /** Folded serial number, name and model. */
  search: string
  /** What its owner is found by, as it stands at his account; null where it has none. */
  owner_search: string | null
  /** Folded name. */
  name_order: string
  /** Version with padded numbers, so that text order is number order. */
  fw_order: string
}

export interface SubscriptionsTable {
  serial_number: string
  plan: string
  since: number
  until: number | null
  deactivated_at: number | null
}

export interface FirmwareCampaignsTable {
  id: string
  model: string
  version: string
  description: string
  created_at: number
}

export interface GatewayJobsTable {
  serial_number: string
  id: string
  kind: string
  /** JSON object. */
  facts: string
  began_at: number
}

export interface SerialNumbersTable {
  serial_number: string
  secure_id: string
  user_id: string
  created_at: number
}
