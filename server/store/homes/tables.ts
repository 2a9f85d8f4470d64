/** Rows of homes: what they keep, what they did, what they raise an alarm for. Times are epoch ms, JSON is text. */
export interface HomeTables {
  alarms: AlarmsTable
  alarm_escalations: AlarmEscalationsTable
  alarm_notifications: AlarmNotificationsTable
  alarm_recipients: AlarmRecipientsTable
  alarm_addenda: AlarmAddendaTable
  alarm_tables: AlarmTablesTable
  outage_news: OutageNewsTable
  alarm_messages: AlarmMessagesTable
  network_snapshots: NetworkSnapshotsTable
  history_waiting: HistoryWaitingTable
  history_days: HistoryDaysTable
  history_handed: HistoryHandedTable
  energy_tariffs: EnergyTariffsTable
  energy_meters: EnergyMetersTable
  call_addresses: CallAddressesTable
  web_addresses: WebAddressesTable
  status_calendars: StatusCalendarsTable
  rule_questions: RuleQuestionsTable
  pin_tries: PinTriesTable
  home_entries: HomeEntriesTable
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
  revision: number
  /** JSON. */
  ways: string
  /** JSON; null: as shipped. */
  condition: string | null
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

/** What others said after the first had reacted. */
export interface AlarmAddendaTable {
  notification_id: string
  user_id: string
  response: string
  at: number
}

export interface AlarmTablesTable {
  serial_number: string
  /** The change that it has taken; 0: none. */
  at: number
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

export interface EnergyTariffsTable {
  serial_number: string
  revision: number
  /** JSON: currency and tariffs. */
  tariffs: string
}

export interface EnergyMetersTable {
  serial_number: string
  revision: number
  /** JSON: which stands behind which. */
  meters: string
}

/** Empty text stands for what an address does not do. */
export interface CallAddressesTable {
  id: string
  serial_number: string
  rule_id: string
  trigger_id: string
  resource_id: string
  hash: string
  made_by: string
  made_at: number
  called_at: number | null
  calls: number
}

export interface WebAddressesTable {
  id: string
  serial_number: string
  name: string
  method: string
  /** Where it leads, and its secret. */
  sealed: string
  made_by: string
  made_at: number
  called_at: number | null
  answer: string | null
  revision: number
}

export interface StatusCalendarsTable {
  serial_number: string
  resource_id: string
  /** Address, words, margins and events. */
  sealed: string
  told: string | null
  fault: string | null
  fetched_at: number | null
  tried_at: number | null
  due_at: number
  made_by: string
  made_at: number
  revision: number
}

export interface PinTriesTable {
  serial_number: string
  user_id: string
  tries: number
}

export interface HomeEntriesTable {
  serial_number: string
  entry_key: string
  value: string
}

export interface RuleQuestionsTable {
  id: string
  serial_number: string
  rule_id: string
  run_id: string
  message_id: string
  /** JSON. */
  answers: string
  at: number
  ends_at: number
  closed: boolean
  answer?: string | null
  answered_by?: string | null
}
