import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Value = string | number | boolean | null
export type Row = Readonly<Record<string, Value>>
export type Rows = ReadonlyMap<string, readonly Row[]>

/** The database of a data folder, seen without our own code. */
export const fileOf = (data: string): string => join(data, 'gatehouse.db')

/** How many rows each table gets: the first has everything, the second has nothing that may be missing. */
const EACH = 2

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
}

interface Reference {
  table: string
  from: string
  to: string
}

/** What says which version a file has, and whose it is: not its content. */
const OF_THE_FILE: readonly string[] = ['migrations', 'store_stamp']

/** Every table that holds something of ours. */
export const tablesIn = (db: DatabaseSync): string[] =>
  db
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !OF_THE_FILE.includes(name))

const columnsOf = (db: DatabaseSync, table: string): Column[] =>
  db.prepare(`pragma table_info(${table})`).all() as unknown as Column[]

const referencesOf = (db: DatabaseSync, table: string): Reference[] =>
  db.prepare(`pragma foreign_key_list(${table})`).all() as unknown as Reference[]

/** Tables that others refer to come first. */
function inOrder(db: DatabaseSync): string[] {
  const order: string[] = []
  const take = (table: string): void => {
    if (order.includes(table)) return
    for (const { table: other } of referencesOf(db, table)) if (other !== table) take(other)
    order.push(table)
  }
  for (const table of tablesIn(db)) take(table)
  return order
}

/** What a check lets a column be, where it lists it. */
function allowed(db: DatabaseSync, table: string, column: string): string[] | undefined {
  const { sql } = db.prepare('select sql from sqlite_schema where name = ?').get(table) as { sql: string }
  const list = new RegExp(`check \\(${column} in \\(([^)]*)\\)\\)`).exec(sql)?.[1]
  return list?.split(',').map((one) => one.trim().slice(1, -1))
}

/** Rows for every table, made from the schema alone: a table or column that comes later cannot be forgotten. */
export function rowsFor(db: DatabaseSync): Rows {
  const made = new Map<string, Row[]>()
  for (const table of inOrder(db)) {
    const references = referencesOf(db, table)
    const columns = columnsOf(db, table)
    const rows = Array.from({ length: EACH }, (_, n): Row => {
      const entries = columns.map(({ name, type, notnull, pk }, at): [string, Value] => {
        const reference = references.find(({ from }) => from === name)
        if (n > 0 && notnull === 0 && pk === 0) return [name, null]
        if (reference) {
          // Two that refer to one table never name the same row.
          const same = references.filter((one) => one.table === reference.table).map(({ from }) => from)
          const parents = made.get(reference.table) ?? []
          const parent = parents[(n + same.toSorted().indexOf(name)) % EACH]
          return [name, parent?.[reference.to] ?? null]
        }
        if (/int/i.test(type)) return [name, 1000 * (at + 1) + n]
        if (/bool/i.test(type)) return [name, n === 0]
        const choice = allowed(db, table, name)
        if (choice) return [name, choice[n % choice.length] ?? '']
        return [name, `${table}.${name} ${n} 'ä🏠\\ %`]
      })
      return Object.fromEntries(entries)
    })
    made.set(table, rows)
  }
  return made
}

export function put(db: DatabaseSync, rows: Rows): void {
  for (const [table, each] of rows)
    for (const row of each) {
      const columns = Object.keys(row)
      const values = Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value))
      const marks = columns.map(() => '?').join()
      db.prepare(`insert into ${table} (${columns.join()}) values (${marks})`).run(...values)
    }
}

/** Changes a folder that no server has open, as whoever does so on purpose has to. */
export function edit<T>(data: string, change: (db: DatabaseSync) => T, references = true): T {
  const db = new DatabaseSync(fileOf(data), { enableForeignKeyConstraints: references })
  try {
    return change(db)
  } finally {
    db.close()
    rmSync(`${fileOf(data)}-sums`, { force: true })
  }
}

/** Writes into every table. */
export const fill = (data: string): Rows =>
  edit(data, (db) => {
    // What a migration has put there is made anew.
    for (const table of inOrder(db).reverse()) db.exec(`delete from ${table}`)
    const rows = rowsFor(db)
    put(db, rows)
    return rows
  })

/** Everything in a folder, table by table; of a table only some columns where these are told. */
export function contentOf(data: string, only?: Rows): Map<string, unknown[]> {
  const db = new DatabaseSync(fileOf(data), { readOnly: true })
  try {
    return new Map(
      (only ? [...only.keys()] : tablesIn(db)).map((table) => {
        const columns = only
          ? Object.keys(only.get(table)?.[0] ?? {})
          : columnsOf(db, table).map(({ name }) => name)
        const rows = db.prepare(`select ${columns.join()} from ${table}`).all()
        return [table, rows.map((row) => JSON.stringify({ ...row })).toSorted()]
      }),
    )
  } finally {
    db.close()
  }
}
