/** Rows of people: who they are, how they sign in, what they chose. Times are epoch ms, JSON is text. */
export interface PeopleTables {
  push_subscriptions: PushSubscriptionsTable
  wanted_ways: WantedWaysTable
  saved_filters: SavedFiltersTable
  quiet_hours: QuietHoursTable
  news_choices: NewsChoicesTable
  export_tasks: ExportTasksTable
  export_parts: ExportPartsTable
  accounts: AccountsTable
  tile_orders: TileOrdersTable
  dashboards: DashboardsTable
  otps: OtpsTable
  links: LinksTable
  link_limits: LinkLimitsTable
  sessions: SessionsTable
  tokens: TokensTable
  oauth_grants: OauthGrantsTable
  oauth_tokens: OauthTokensTable
  external_identities: ExternalIdentitiesTable
  authenticators: AuthenticatorsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  mail_consents: MailConsentsTable
  known_devices: KnownDevicesTable
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

export interface SavedFiltersTable {
  user_id: string
  /** Which list. */
  screen: string
  name: string
  /** JSON: search, order, filters. */
  asks: string
}

export interface QuietHoursTable {
  user_id: string
  active: boolean
  /** Minutes of the day in that zone. */
  from_minute: number
  until_minute: number
  zone: string
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

export interface DashboardsTable {
  user_id: string
  serial_number: string
  revision: number
  /** JSON list. */
  pages: string
}

export interface OtpsTable {
  user_id: string
  /** What the code is good for. */
  bound: string
  hash: string
  tries: number
  expires_at: number
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

export interface LinkLimitsTable {
  link_id: string
  serial_number: string
  limits: string
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
  /** Id of the administrator who looks on. */
  viewer: string | null
}

export interface TokensTable {
  hash: string
  purpose: string
  subject: string
  payload: string | null
  expires_at: number
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
