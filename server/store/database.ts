import { type Compilable, type Kysely, PostgresAdapter, type QueryResult } from 'kysely'
import type { Saving } from '../lib/saving.ts'
import type { Tables } from './tables.ts'

/** What repositories work with, the same on every engine and inside a transaction. */
export interface Database {
  readonly sql: Kysely<Tables>
  /** Runs the statements as one: all or none. */
  together(statements: readonly Compilable[]): Promise<readonly QueryResult<unknown>[]>
}

/** A database that may begin transactions, be copied and closed. */
export interface Engine extends Database {
  readonly kind: 'sqlite' | 'postgres'
  atomically<T>(run: (database: Database) => Promise<T>): Promise<T>
  backup(): Promise<string | undefined>
  ping(): Promise<void>
  close(): Promise<void>
}

/** Inside a transaction statements are together already. */
export const within = (sql: Kysely<Tables>): Database => ({
  sql,
  async together(statements) {
    const results: QueryResult<unknown>[] = []
    for (const statement of statements) results.push(await sql.executeQuery(statement.compile()))
    return results
  },
})

export const changed = ({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean => numUpdatedRows > 0n

/** What became of an update that went by the revision; where it found none, `there` says whether what it is about exists. */
export const savingOf = async (
  result: { numUpdatedRows: bigint },
  there: { executeTakeFirst(): Promise<unknown> },
): Promise<Saving> =>
  changed(result) ? 'saved' : (await there.executeTakeFirst()) === undefined ? 'missing' : 'changed'

/** Where several work at once, and statements choose their way by how many rows there are of what. */
export const isOnPostgres = (sql: Kysely<Tables>): boolean =>
  sql.getExecutor().adapter instanceof PostgresAdapter
