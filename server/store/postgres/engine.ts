import { type DatabaseConnection, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Engine, within } from '../database.ts'
import type { Log } from '../log.ts'
import type { Tables } from '../tables.ts'
import { migratePostgres } from './migrate.ts'
import { translated } from './postgres-errors.ts'

const INT8 = 20
const NUMERIC = 1700

/** PostgreSQL, and what speaks its protocol. */
export async function postgresEngine(url: string, log: Log): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: { getTypeParser },
    options: '-c timezone=UTC -c idle_in_transaction_session_timeout=10000',
  })
  // A connection that breaks while idle is replaced; without a listener it would end the process.
  pool.on('error', (error) => log('warn', 'A connection to PostgreSQL was lost', { reason: error.message }))
  try {
    await migratePostgres(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const sql = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool, onCreateConnection: translateErrors }),
  })
  return {
    kind: 'postgres',
    sql,
    together: (statements) =>
      sql.transaction().execute((transaction) => within(transaction).together(statements)),
    atomically: (run) => sql.transaction().execute((transaction) => run(within(transaction))),
    backup: async () => undefined,
    async ping() {
      await pool.query('select 1')
    },
    async close() {
      // Kysely ends only a pool that it has used.
      await sql.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}

/** 64-bit integers arrive as text; ours are epoch milliseconds and counts, which a number holds exactly. */
function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === INT8 || type === NUMERIC) return Number
  return pg.types.getTypeParser(type, format as 'text')
}

async function translateErrors(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = (query, options) =>
    execute<never>(query, options).catch((error: unknown) => {
      throw translated(error)
    })
}
