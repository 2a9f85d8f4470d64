import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

export interface Statement {
  sql: string
  parameters: readonly SQLInputValue[]
}

export interface Outcome {
  rows: readonly Record<string, unknown>[]
  changes: number
}

interface Prepared {
  statement: StatementSync
  reads: boolean
  booleans: readonly string[]
}

const KEPT = 300

/** Prepared statements of one connection, and the mapping of values that SQLite has no type for. */
export class Statements {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  run({ sql, parameters }: Statement): Outcome {
    const { statement, reads, booleans } = this.#prepare(sql)
    if (!reads) return { rows: [], changes: Number(statement.run(...parameters).changes) }
    const rows = statement.all(...parameters) as Record<string, unknown>[]
    for (const name of booleans)
      for (const row of rows) row[name] = row[name] === null ? null : row[name] === 1
    return { rows, changes: rows.length }
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) {
      this.#prepared.delete(sql)
      this.#prepared.set(sql, known)
      return known
    }
    const statement = this.#db.prepare(sql)
    const columns = statement.columns()
    const prepared = {
      statement,
      reads: columns.length > 0,
      booleans: columns.filter(({ type }) => type?.toLowerCase() === 'boolean').map(({ name }) => name),
    }
    this.#prepared.set(sql, prepared)
    const oldest = this.#prepared.keys().next().value
    if (this.#prepared.size > KEPT && oldest !== undefined) this.#prepared.delete(oldest)
    return prepared
  }
}
