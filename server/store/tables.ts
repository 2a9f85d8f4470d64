/** The rows as they lie in the database; the DDL is in migrations/. Times are epoch ms, JSON is text. */
export interface Tables {
  accounts: AccountsTable
  links: LinksTable
  sessions: SessionsTable
  gateways: GatewaysTable
  home_entries: HomeEntriesTable
  tokens: TokensTable
  limits: LimitsTable
  audit: AuditTable
}

export interface AccountsTable {
  id: string
  username: string
  /** Folded user name. */
  identity: string
  first_name: string | null
  last_name: string | null
  /** JSON list. */
  group_names: string
  /** The first group. */
  role: string
  preferred_language: string
  /** JSON list. */
  contact: string
  password_hash: string | null
  created_at: number
  /** Folded names, for searching. */
  search: string
}

export interface LinksTable {
  id: string
  master_id: string
  secondary_id: string
  is_support: boolean
  verified: boolean
  created_at: number
}

export interface SessionsTable {
  hash: string
  key: string
  user_id: string
  created_at: number
  last_seen_at: number
  user_agent: string | null
  address: string | null
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
  is_automatically_backup: boolean | null
  installation_software_id: string | null
  /** JSON list. */
  installations: string | null
  /** JSON object. */
  sw_versions: string | null
  secret_hash: string | null
  /** Folded serial number, name and model. */
  search: string
  /** Folded name. */
  name_order: string
  /** Version with padded numbers, so that text order is number order. */
  fw_order: string
}

export interface HomeEntriesTable {
  serial_number: string
  entry_key: string
  value: string
}

export interface TokensTable {
  hash: string
  purpose: string
  subject: string
  payload: string | null
  expires_at: number
}

export interface LimitsTable {
  key: string
  ends_at: number
  hits: number
}

export interface AuditTable {
  id: string
  at: number
  who: string
  what: string
  gateway: string | null
  result: string
  facts: string | null
}
