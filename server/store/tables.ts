import type { FleetTables } from './fleet/tables.ts'
import type { GatewayTables } from './gateways/tables.ts'
import type { HomeTables } from './homes/tables.ts'
import type { PeopleTables } from './people/tables.ts'

/** The rows as they lie in the database; the DDL is in migrations/. Times are epoch ms, JSON is text. */
export interface Tables extends PeopleTables, HomeTables, GatewayTables, FleetTables {
  secrets: SecretsTable
  marks: MarksTable
  notifications: NotificationsTable
  outbox: OutboxTable
  gathered_messages: GatheredMessagesTable
  limits: LimitsTable
  audit: AuditTable
}

export interface SecretsTable {
  name: string
  sealed: string
}

export interface MarksTable {
  name: string
  at: number
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
  question_id?: string | null
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

export interface GatheredMessagesTable {
  /** Name of the message that stands for them. */
  gathered: string
  message: string
  at: number
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
