import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Engine } from './database.ts'
import { StoreError } from './errors.ts'
import { openEngine } from './open-engine.ts'
import type { Tables } from './tables.ts'

/** Every table with its key, those first that others refer to. */
const TABLES: { readonly [T in keyof Tables]: readonly (keyof Tables[T] & string)[] } = {
  accounts: ['id'],
  links: ['id'],
  gateways: ['serial_number'],
  subscriptions: ['serial_number'],
  firmware_campaigns: ['id'],
  gateway_jobs: ['serial_number'],
  serial_numbers: ['serial_number'],
  sessions: ['hash'],
  home_entries: ['serial_number', 'entry_key'],
  tokens: ['hash'],
  limits: ['key'],
  audit: ['id'],
  oauth_grants: ['id'],
  oauth_tokens: ['hash'],
  external_identities: ['issuer', 'subject'],
  otps: ['user_id', 'bound'],
  outbox: ['id'],
  gathered_messages: ['gathered', 'message'],
  tile_orders: ['user_id', 'serial_number'],
  dashboards: ['user_id', 'serial_number'],
  energy_tariffs: ['serial_number'],
  energy_meters: ['serial_number'],
  call_addresses: ['id'],
  web_addresses: ['id'],
  status_calendars: ['serial_number', 'resource_id'],
  rule_questions: ['id'],
  notifications: ['id'],
  marks: ['name'],
  authenticators: ['user_id'],
  recovery_codes: ['user_id', 'hash'],
  passkeys: ['id'],
  known_devices: ['hash'],
  pin_tries: ['serial_number', 'user_id'],
  mail_consents: ['serial_number', 'address'],
  network_snapshots: ['serial_number', 'at'],
  history_waiting: ['id'],
  history_days: ['serial_number', 'series', 'day'],
  history_handed: ['serial_number'],
  backups: ['id'],
  groups: ['id'],
  group_users: ['group_id', 'user_id'],
  group_gateways: ['group_id', 'serial_number'],
  alarms: ['id'],
  alarm_escalations: ['priority'],
  alarm_notifications: ['id'],
  alarm_recipients: ['id'],
  alarm_messages: ['id'],
  alarm_addenda: ['notification_id', 'user_id'],
  alarm_tables: ['serial_number'],
  outage_news: ['user_id', 'serial_number', 'subject'],
  secrets: ['name'],
  push_subscriptions: ['id'],
  quiet_hours: ['user_id'],
  wanted_ways: ['user_id'],
  saved_filters: ['user_id', 'screen', 'name'],
  link_limits: ['link_id', 'serial_number'],
  gateway_counts: ['serial_number'],
  gateway_classes: ['serial_number', 'class'],
  fleet_days: ['scope', 'day'],
  gateway_failures: ['serial_number', 'kind', 'day'],
  jobs: ['id'],
  job_tasks: ['id'],
  rollout_faults: ['rollout_id', 'serial_number', 'fault'],
  centres: ['code'],
  gateway_centres: ['serial_number'],
  replacements: ['id'],
  bulk_contents: ['id'],
  golden_homes: ['id'],
  drift_gateways: ['golden_id', 'serial_number'],
  drift_things: ['golden_id', 'serial_number', 'aspect', 'thing'],
  drift_cells: ['golden_id', 'serial_number', 'aspect'],
  announcements: ['id'],
  announcement_files: ['id'],
  announcement_templates: ['id'],
  news_choices: ['user_id'],
  export_tasks: ['id'],
  export_parts: ['task_id', 'part'],
}

/** Those first that others refer to. */
export const tableNames = Object.keys(TABLES) as readonly (keyof Tables)[]

/** Number and sha-256 of a table's rows, the same on every engine for the same content. */
export interface TableDigest {
  table: string
  rows: number
  hash: string
}

/** A column whose texts are sealed with a key of their store, and how one is sealed for the other store. */
export interface SealedColumn {
  table: 'outbox' | 'authenticators' | 'secrets' | 'push_subscriptions' | 'web_addresses' | 'status_calendars'
  column: 'sealed'
  /** undefined: nobody can open it; it stays as it is. */
  reseal(sealed: string): string | undefined
}

type Row = Record<string, unknown>
const PAGE = 500

/**
 * Moves everything from one store to an empty other one, e.g. from a folder to PostgreSQL, and proves it: counts and
 * hashes of both sides are compared before the copy is committed (S-10). The source stays as it is. What a key of the
 * source keeps is then sealed with the target's.
 */
export async function copyStore(
  from: string,
  to: string,
  sealed: readonly SealedColumn[] = [],
): Promise<readonly TableDigest[]> {
  const source = await openEngine(from)
  try {
    const target = await openEngine(to)
    try {
      return await copyBetween(source, target, sealed)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** The same between stores that are open. */
export async function copyBetween(
  source: Engine,
  target: Engine,
  sealed: readonly SealedColumn[] = [],
): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = []
  await target.atomically(async (inside) => {
    for (const [table, key] of Object.entries(TABLES)) {
      const before = await digest(inside.sql, table, key)
      if (before.rows > 0) {
        throw new StoreError(
          'NOT_EMPTY',
          `The target already has ${before.rows} rows in ${table}; nothing was copied.`,
        )
      }
      const copied = new Digest(table)
      for await (const rows of pages(source.sql, table, key)) {
        await untyped(inside.sql).insertInto(table).values(rows).execute()
        copied.add(rows)
      }
      const arrived = await digest(inside.sql, table, key)
      const sent = copied.end()
      if (arrived.rows !== sent.rows || arrived.hash !== sent.hash) {
        throw new StoreError('COPY_DIFFERS', `${table} did not arrive as it was sent; nothing was copied.`)
      }
      digests.push(arrived)
    }
    for (const column of sealed) await reseal(inside.sql, column)
  })
  return digests
}

async function reseal(db: Kysely<Tables>, { table, column, reseal }: SealedColumn): Promise<void> {
  const key: readonly string[] = TABLES[table]
  for await (const rows of pages(db, table, key))
    for (const row of rows) {
      const before = row[column]
      const now = typeof before === 'string' ? reseal(before) : undefined
      if (now === undefined) continue
      let update = untyped(db)
        .updateTable(table)
        .set({ [column]: now })
      for (const name of key) update = update.where(name, '=', row[name])
      await update.execute()
    }
}

/** What a store holds, table by table. */
export async function digestsOf({ sql: db }: Pick<Engine, 'sql'>): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = []
  for (const [table, key] of Object.entries(TABLES)) digests.push(await digest(db, table, key))
  return digests
}

async function digest(db: Kysely<Tables>, table: string, key: readonly string[]): Promise<TableDigest> {
  const digest = new Digest(table)
  for await (const rows of pages(db, table, key)) digest.add(rows)
  return digest.end()
}

class Digest {
  readonly #table: string
  readonly #hash = createHash('sha256')
  #rows = 0

  constructor(table: string) {
    this.#table = table
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const ordered = Object.keys(row)
        .sort()
        .map((column) => [column, row[column]])
      this.#hash.update(`${JSON.stringify(ordered)}\n`)
    }
    this.#rows += rows.length
  }

  end(): TableDigest {
    return { table: this.#table, rows: this.#rows, hash: this.#hash.digest('hex') }
  }
}

async function* pages(
  db: Kysely<Tables>,
  table: string,
  key: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  for (let last: Row | undefined; ; ) {
    let query = untyped(db).selectFrom(table).selectAll().limit(PAGE)
    for (const column of key) query = query.orderBy(column)
    if (last) {
      const after = last
      query = query.where(sql<boolean>`(${columns}) > (${sql.join(key.map((column) => after[column]))})`)
    }
    const rows = await query.execute()
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/** The one place that walks over all tables alike; their columns don't matter here. */
const untyped = (db: Kysely<Tables>) => db as unknown as Kysely<Record<string, Row>>
