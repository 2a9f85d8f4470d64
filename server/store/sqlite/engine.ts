import { Kysely } from 'kysely'
import { type Engine, within } from '../database.ts'
import type { Log } from '../log.ts'
import type { Tables } from '../tables.ts'
import { Client } from './client.ts'
import { resultOf, statementOf, workerDialect } from './dialect.ts'

/** SQLite in a folder. */
export async function sqliteEngine(folder: string, log: Log, commitDelay = 0): Promise<Engine> {
  const client = await Client.open({ folder, commitDelay }, log)
  const sql = new Kysely<Tables>({ dialect: workerDialect(client) })
  return {
    kind: 'sqlite',
    sql,
    async together(statements) {
      const compiled = statements.map((statement) => statementOf(statement.compile()))
      const { outcomes } = await client.ask({ kind: 'write', statements: compiled })
      return outcomes.map((outcome) => resultOf(outcome))
    },
    atomically: (run) => sql.transaction().execute((transaction) => run(within(transaction))),
    async backup() {
      const { path } = await client.ask({ kind: 'backup' })
      return path
    },
    async ping() {
      await client.ask({ kind: 'read', statements: [{ sql: 'select 1', parameters: [] }] })
    },
    async close() {
      // Kysely ends only a driver that it has used.
      await sql.destroy()
      await client.close()
    },
  }
}
