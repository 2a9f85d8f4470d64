import type pg from 'pg'
import { migrations as shipped } from '../migrations/all.ts'
import {
  type AppliedMigration,
  checksumOf,
  HISTORY,
  type Migration,
  pending,
} from '../migrations/migration.ts'

/** Any number will do as long as it is ours: several servers may start at once. */
const LOCK = 20_260_101

/** Each migration is one transaction together with its entry in the history; of several servers one does it. */
export async function migratePostgres(
  pool: pg.Pool,
  known: readonly Migration[] = shipped,
  now = Date.now(),
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(HISTORY)
    const { rows } = await client.query<AppliedMigration>(
      'select version, name, checksum from migrations order by version',
    )
    // Whoever hands in the pool may not have mapped 64-bit integers.
    const applied = rows.map((row) => ({ ...row, version: Number(row.version) }))
    for (const step of pending(applied, known)) await run(client, step, now)
  } finally {
    // Destroyed rather than given back: that frees the lock whatever happened.
    client.release(true)
  }
}

async function run(client: pg.PoolClient, step: Migration, now: number): Promise<void> {
  await client.query('begin')
  try {
    for (const statement of step.statements)
      await client.query(statement.replaceAll('{text}', 'text collate "C"'))
    await client.query(
      'insert into migrations (version, name, checksum, applied_at) values ($1, $2, $3, $4)',
      [step.version, step.name, checksumOf(step), now],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
