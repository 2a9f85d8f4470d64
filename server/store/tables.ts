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
  subscriptions: SubscriptionsTable
  firmware_campaigns: FirmwareCampaignsTable
  gateway_jobs: GatewayJobsTable
  serial_numbers: SerialNumbersTable
  oauth_grants: OauthGrantsTable
  oauth_tokens: OauthTokensTable
  external_identities: ExternalIdentitiesTable
  otps: OtpsTable
  outbox: OutboxTable
  tile_orders: TileOrdersTable
  dashboards: DashboardsTable
  energy_tariffs: EnergyTariffsTable
  notifications: NotificationsTable
  marks: MarksTable
  authenticators: AuthenticatorsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  known_devices: KnownDevicesTable
  pin_tries: PinTriesTable
  mail_consents: MailConsentsTable
  network_snapshots: NetworkSnapshotsTable
  history_waiting: HistoryWaitingTable
  history_days: HistoryDaysTable
  history_handed: HistoryHandedTable
  backups: BackupsTable
  groups: GroupsTable
  group_users: GroupUsersTable
  group_gateways: GroupGatewaysTable
  alarms: AlarmsTable
  alarm_escalations: AlarmEscalationsTable
  alarm_notifications: AlarmNotificationsTable
  alarm_recipients: AlarmRecipientsTable
  alarm_messages: AlarmMessagesTable
  outage_news: OutageNewsTable
  secrets: SecretsTable
  push_subscriptions: PushSubscriptionsTable
  quiet_hours: QuietHoursTable
  wanted_ways: WantedWaysTable
  gateway_counts: GatewayCountsTable
  gateway_classes: GatewayClassesTable
  fleet_days: FleetDaysTable
  gateway_failures: GatewayFailuresTable
  jobs: JobsTable
  job_tasks: JobTasksTable
  centres: CentresTable
  gateway_centres: GatewayCentresTable
  replacements: ReplacementsTable
  bulk_contents: BulkContentsTable
  announcements: AnnouncementsTable
  announcement_templates: AnnouncementTemplatesTable
  news_choices: NewsChoicesTable
  export_tasks: ExportTasksTable
  export_parts: ExportPartsTable
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

export interface SecretsTable {
  name: string
  sealed: string
}

export interface PushSubscriptionsTable {
  id: string
  user_id: string
  /** It ends with this session. */
  session_key: string
  endpoint_hash: string
  sealed: string
  label: string
  mode: string
  created_at: number
  sent_at: number | null
}

export interface WantedWaysTable {
  user_id: string
  /** JSON: ways by priority. */
  ways: string
}

export interface QuietHoursTable {
  user_id: string
  active: boolean
  /** Minutes of the day in that zone. */
  from_minute: number
  until_minute: number
  zone: string
}

export interface GatewayCountsTable {
  serial_number: string
  at: number
  devices: number
  /** Null: it has not said. */
  scenes: number | null
}

export interface GatewayClassesTable {
  serial_number: string
  class: string
  devices: number
}

/** Sums over the samples of a day. */
export interface FleetDaysTable {
  /** Id of a group; empty for all gateways. */
  scope: string
  /** Days since 1970, UTC. */
  day: number
  samples: number
  gateways: number
  online: number
}

export interface GatewayFailuresTable {
  serial_number: string
  kind: string
  /** Days since 1970, UTC. */
  day: number
  times: number
}

export interface JobsTable {
  id: string
  kind: string
  title: string
  search: string
  state: string
  /** Code of what stopped it. */
  why: string | null
  /** JSON object: what the kind of the job needs. */
  facts: string
  /** Id of an account; it may be gone. */
  begun_by: string
  created_at: number
  started_at: number | null
  ended_at: number | null
  deadline: number | null
  /** Tasks of this wave and of those before may begin. */
  wave: number
  /** How many there are. */
  waves: number
  /** When the present wave may begin. */
  wave_due_at: number
  /** Ms between two. */
  wave_gap: number
  /** Failures of the present wave that somebody has accepted. */
  forgiven: number
  halt_percent: number | null
  concurrency: number
  per_minute: number | null
  retries: number
  total: number
  done: number
  failed: number
  canceled: number
}

export interface JobTasksTable {
  id: string
  job_id: string
  /** What it is about: a serial number. */
  subject: string
  wave: number
  state: string
  /** What it waits for without being tried: its wave goes on without it. */
  waits_for: string | null
  tries: number
  /** How many times its subject has answered: names what is asked next. */
  asked: number
  due_at: number
  /** Whoever carries it out has until then. */
  leased_until: number | null
  started_at: number | null
  ended_at: number | null
  /** Why it failed. */
  code: string | null
  message: string | null
  /** JSON: what came of it, and how it is taken back. */
  result: string | null
}

export interface CentresTable {
  code: string
  name: string
  region: string
  state: string
}

export interface GatewayCentresTable {
  serial_number: string
  centre: string
  point: string
}

export interface BulkContentsTable {
  id: string
  name: string
  type: string
  /** JSON. */
  params: string
  created_at: number
}

export interface AnnouncementsTable {
  id: string
  /** email, pushMobile, whatsapp. */
  type: string
  /** Folded name. */
  identity: string
  /** JSON. */
  body: string
  created_at: number
}

export interface AnnouncementTemplatesTable {
  id: string
  name: string
  /** Folded name. */
  identity: string
  search: string
  /** push, email, whatsapp. */
  type: string
  title: string
  message: string
  created_at: number
  changed_at: number
}

export interface NewsChoicesTable {
  user_id: string
  wanted: boolean
  secret: string
  changed_at: number
}

export interface ExportTasksTable {
  id: string
  user_id: string
  requested_by: string
  requested_at: number
  status: string
  started_at: number | null
  ended_at: number | null
  /** Per cent. */
  progress: number
  error: string | null
  /** Who writes its parts now. */
  run: string | null
  /** Whose it is while it is in progress, so that nobody has two at once. */
  running_key: string | null
  tries: number
  size: number | null
  /** JSON list. */
  contents: string | null
  handed_at: number | null
  handed_to: string | null
}

export interface ExportPartsTable {
  task_id: string
  part: number
  /** Base64. */
  content: string
}

export interface AlarmsTable {
  id: string
  code: string
  /** The alarm's id in scenes and on the wire. */
  number: number
  /** Folded first name; null: deleted by an administrator, and not to be made anew. */
  identity: string | null
  /** JSON: by language. */
  names: string
  /** Folded names, for searching. */
  search: string
  icon: string
  priority: number
  /** JSON. */
  ways: string
}

export interface AlarmEscalationsTable {
  priority: number
  seconds: number
}

export interface AlarmNotificationsTable {
  id: string
  serial_number: string
  code: string
  subject: string
  /** Gateway, code and subject while it is not over, so that nothing is told twice. */
  open_key: string | null
  priority: number
  icon: string
  /** JSON: how the alarm was called then. */
  names: string
  /** JSON. */
  facts: string
  at: number
  over_at: number | null
  reacted_at: number | null
  reacted_by: string | null
  response: string | null
  /** How many levels of recipients were told. */
  step: number
  /** When the next one is; null: nobody else is told. */
  next_at: number | null
}

export interface AlarmRecipientsTable {
  id: string
  serial_number: string
  /** Whose home it was then: of the next owner's nobody of them hears. */
  owner: string
  /** Of the alarm. */
  code: string
  level: number
  contact: string
  first_name: string
  user_id: string | null
  /** JSON. */
  ways: string
}

export interface OutageNewsTable {
  user_id: string
  serial_number: string
  /** The gateway itself, or its media devices. */
  subject: string
}

export interface AlarmMessagesTable {
  id: string
  notification_id: string
  step: number
  level: number
  contact: string
  first_name: string
  user_id: string | null
  way: string
  priority: number
  at: number
  due_at: number
  /** The name under which it goes out. */
  batch: string | null
  state: string
  settled_at: number | null
}

export interface GroupsTable {
  id: string
  name: string
  /** Folded name. */
  identity: string
  description: string
  tag: string | null
  /** Folded texts, for searching. */
  search: string
  created_at: number
}

export interface GroupUsersTable {
  group_id: string
  user_id: string
}

export interface GroupGatewaysTable {
  group_id: string
  serial_number: string
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

export interface NetworkSnapshotsTable {
  serial_number: string
  at: number
  by_hand: boolean
  name: string | null
  /** JSON: how many devices, and which were weak or lost. */
  summary: string
  /** JSON list of entries. */
  nodes: string
}

export interface HistoryWaitingTable {
  id: string
  serial_number: string
  /** Packed. */
  entries: string
}

export interface HistoryDaysTable {
  serial_number: string
  /** `device/service/property`; a device alone is how it fares, nothing is the gateway. */
  series: string
  /** Days since 1970, UTC. */
  day: number
  rolled: boolean
  /** Packed. */
  points: string
}

export interface HistoryHandedTable {
  serial_number: string
  at: number
}

export interface MarksTable {
  name: string
  at: number
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
  gender: string | null
  /** alpha2Code. */
  country: string | null
  on_boarding_source: string | null
  activated_at: number | null
  policy_version: string | null
  policy_accepted_at: number | null
  deletion_marked_at: number | null
  disabled_at: number | null
  /** Screen that opens after sign-in. */
  start_screen: string | null
  /** By what others find whom they want to link. */
  linked_id: string | null
  /** JSON list. */
  address: string | null
}

export interface TileOrdersTable {
  user_id: string
  serial_number: string
  /** JSON list of device ids. */
  devices: string
}

export interface EnergyTariffsTable {
  serial_number: string
  revision: number
  /** JSON: currency and tariffs. */
  tariffs: string
}

export interface DashboardsTable {
  user_id: string
  serial_number: string
  revision: number
  /** JSON list. */
  pages: string
}

export interface NotificationsTable {
  /** Sorts by time. */
  id: string
  user_id: string
  serial_number: string
  at: number
  title: string
  body: string
  kind: string
  seen: boolean
}

export interface PinTriesTable {
  serial_number: string
  user_id: string
  tries: number
}

export interface OtpsTable {
  user_id: string
  /** What the code is good for. */
  bound: string
  hash: string
  tries: number
  expires_at: number
}

export interface OutboxTable {
  id: string
  at: number
  channel: string
  recipient: string
  subject: string
  /** Folded recipient and subject. */
  search: string
  sealed: string | null
  state: string
  error: string | null
  tries: number
  due_at: number
  user_id: string | null
  /** Its name for whoever sent it. */
  message: string | null
  /** Of a push: the subscription; empty where the person has one address of the kind. */
  target: string | null
}

export interface LinksTable {
  id: string
  master_id: string
  secondary_id: string
  is_support: boolean
  verified: boolean
  created_at: number
  /** When it ends by itself. */
  ends_at: number | null
}

export interface SessionsTable {
  hash: string
  key: string
  user_id: string
  created_at: number
  last_seen_at: number
  user_agent: string | null
  address: string | null
  /** The only gateway that it is for. */
  serial_number: string | null
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

export interface OauthGrantsTable {
  id: string
  user_id: string
  client_id: string
  serial_number: string
  scope: string
  created_at: number
  last_used_at: number | null
}

export interface OauthTokensTable {
  hash: string
  grant_id: string
  kind: string
  /** JSON: what a code is bound to. */
  bound: string | null
  expires_at: number
  used_at: number | null
}

export interface ExternalIdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  created_at: number
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

export interface AuthenticatorsTable {
  user_id: string
  sealed: string
  last_step: number
  created_at: number
  last_used_at: number | null
}

export interface RecoveryCodesTable {
  user_id: string
  hash: string
}

export interface PasskeysTable {
  /** Of the credential, as the authenticator gave it. */
  id: string
  user_id: string
  name: string
  /** base64url. */
  public_key: string
  counter: number
  /** JSON list. */
  transports: string
  created_at: number
  last_used_at: number | null
}

export interface MailConsentsTable {
  serial_number: string
  /** In lower case. */
  address: string
  owner: string
  state: string
  secret: string
  changed_at: number
}

export interface KnownDevicesTable {
  hash: string
  user_id: string
  label: string
  first_seen_at: number
  last_seen_at: number
}
