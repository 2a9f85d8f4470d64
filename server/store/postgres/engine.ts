import { type DatabaseConnection, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Engine, within } from '../database.ts'
import {
  ConflictError,
  DatabaseLostError,
  MissingReferenceError,
  StoreError,
  StoreFullError,
} from '../errors.ts'
import type { Log } from '../log.ts'
import type { Tables } from '../tables.ts'
import { migratePostgres } from './migrate.ts'
import { own } from './owner.ts'

const INT8 = 20
const NUMERIC = 1700

/**
 * What lists are read from is in memory, or on a disk that finds one page as quickly as the next: as PostgreSQL is shipped,
 * it takes that for four times as dear, and puts a fleet in order instead of walking through the index (decision 0254).
 */
const PLANNING = ['random_page_cost=1.1', 'work_mem=16MB', 'jit=off']

/** PostgreSQL, and what speaks its protocol. One process at a time owns a database. */
export async function postgresEngine(
  url: string,
  log: Log,
  lost: (error: StoreError) => void,
): Promise<Engine> {
  let gone: StoreError | undefined
  const release = await own(url, (reason) => {
    gone = new DatabaseLostError(reason)
    lost(gone)
  })
  /** From then on somebody else may be the owner. */
  const assertOwned = (): void => {
    if (gone) throw gone
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: { getTypeParser },
    options: ['timezone=UTC', 'idle_in_transaction_session_timeout=10000', ...PLANNING]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  })
  // A connection that breaks is replaced; without a listener it would end the process, and the pool listens only to those
  // that nobody uses: a transaction that waits for something else has one as well.
  pool.on('connect', (client) =>
    client.on('error', (error) =>
      log('warn', 'A connection to PostgreSQL was lost', { reason: error.message }),
    ),
  )
  pool.on('error', () => {})
  try {
    await migratePostgres(pool)
  } catch (error) {
    await pool.end()
    await release()
    throw error
  }
  const sql = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool, onCreateConnection: guarded(assertOwned) }),
  })
  return {
    kind: 'postgres',
    sql,
    together: (statements) =>
      sql.transaction().execute((transaction) => within(transaction).together(statements)),
    atomically: (run) => sql.transaction().execute((transaction) => run(within(transaction))),
    backup: async () => undefined,
    async ping() {
      assertOwned()
      await pool.query('select 1')
    },
    async close() {
      // Kysely ends only a pool that it has used.
      await sql.destroy()
      if (!pool.ended) await pool.end()
      await release()
    },
  }
}

/** 64-bit integers arrive as text; ours are epoch milliseconds and counts, which a number holds exactly. */
function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === INT8 || type === NUMERIC) return Number
  return pg.types.getTypeParser(type, format as 'text')
}

const guarded =
  (assertOwned: () => void) =>
  async (connection: DatabaseConnection): Promise<void> => {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query, options) => {
      assertOwned()
      return execute<never>(query, options).catch((error: unknown) => {
        throw translated(error)
      })
    }
  }

/** PostgreSQL's complaint in the store's words. https://www.postgresql.org/docs/current/errcodes-appendix.html */
function translated(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const cause = { cause: error }
  switch (error.code) {
    case '23505':
      return new ConflictError(error.message, cause)
    case '23503':
      return new MissingReferenceError(error.message, cause)
    case '23502':
    case '23514':
      return new StoreError('CONSTRAINT', error.message, cause)
    case '53100':
      return new StoreFullError(cause)
    default:
      return error
  }
}
