/** Rows of the whole fleet: groups, counts, long work, news. Times are epoch ms, JSON is text. */
export interface FleetTables {
  gateway_counts: GatewayCountsTable
  gateway_classes: GatewayClassesTable
  fleet_days: FleetDaysTable
  gateway_failures: GatewayFailuresTable
  jobs: JobsTable
  job_tasks: JobTasksTable
  centres: CentresTable
  gateway_centres: GatewayCentresTable
  bulk_contents: BulkContentsTable
  golden_homes: GoldenHomesTable
  rollout_faults: RolloutFaultsTable
  drift_gateways: DriftGatewaysTable
  drift_things: DriftThingsTable
  drift_cells: DriftCellsTable
  announcements: AnnouncementsTable
  announcement_files: AnnouncementFilesTable
  announcement_templates: AnnouncementTemplatesTable
  groups: GroupsTable
  group_users: GroupUsersTable
  group_gateways: GroupGatewaysTable
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
  /** Since when it is paused or halted. */
  stood_at: number | null
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
  /** Of what goes with its mails. */
  file_id: string | null
}

export interface AnnouncementFilesTable {
  id: string
  /** JSON object. */
  about: string
  /** Base 64. */
  data: string
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
  revision: number
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
  revision: number
}

export interface GroupUsersTable {
  group_id: string
  user_id: string
  /** The folded user name. */
  sort: string | null
}

export interface GroupGatewaysTable {
  group_id: string
  serial_number: string
  /** The gateway's folded name. */
  sort: string | null
}

/** One thing that goes wrong in one home while it has an edit of the catalogue. */
export interface RolloutFaultsTable {
  rollout_id: string
  serial_number: string
  /** Hash of the three after it. */
  fault: string
  /** widget, place, page. */
  kind: string
  what: string
  message: string
  times: number
  at: number
}

export interface GoldenHomesTable {
  id: string
  name: string
  /** Folded name. */
  identity: string
  group_id: string
  /** Of the gateway that was read; it may be gone. */
  serial_number: string
  gateway_name: string
  /** live, backup. */
  source: string
  /** How it was then. */
  as_of: number
  /** JSON: the model. */
  reading: string
  /** JSON: things that may differ. */
  allowances: string
  created_at: number
  compared_at: number | null
  /** Id of the job that compares, or has compared last. */
  job: string | null
}

export interface DriftGatewaysTable {
  golden_id: string
  serial_number: string
  /** First line of its address; empty: not known. */
  house: string
  place: string
  /** live, backup, none. */
  source: string
  /** From when what was compared is. */
  as_of: number | null
  compared_at: number
  /** Sums of its things. */
  differing: number
  allowed: number
}

export interface DriftThingsTable {
  golden_id: string
  serial_number: string
  aspect: string
  /** Hash of the key. */
  thing: string
  key: string
  name: string
  /** changed, missing, extra. */
  how: string
  allowed: boolean
  /** JSON. */
  rows: string
}

/** How many things of an aspect differ and may not. */
export interface DriftCellsTable {
  golden_id: string
  serial_number: string
  aspect: string
  things: number
}
