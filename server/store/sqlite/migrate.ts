import type { DatabaseSync } from 'node:sqlite'
import {
  type AppliedMigration,
  checksumOf,
  HISTORY,
  type Migration,
  pending,
} from '../migrations/migration.ts'

/** The little of SQLite that migrating needs. */
export type Migratable = Pick<DatabaseSync, 'exec' | 'prepare'>

/** What is still to be done; throws NewerStoreError. */
export function pendingOn(db: Migratable, known: readonly Migration[]): readonly Migration[] {
  const exists = db.prepare("select 1 from sqlite_schema where name = 'migrations'").get()
  const applied = exists
    ? db.prepare('select version, name, checksum from migrations order by version').all()
    : []
  return pending(applied as unknown as AppliedMigration[], known)
}

/** Each migration is one transaction together with its entry in the history: a crash leaves all of it or nothing. */
export function migrate(db: Migratable, steps: readonly Migration[], now: number): void {
  db.exec(HISTORY)
  for (const step of steps) {
    db.exec('begin immediate')
    try {
      for (const statement of step.statements) db.exec(statement.replaceAll('{text}', 'text'))
      db.prepare('insert into migrations (version, name, checksum, applied_at) values (?, ?, ?, ?)').run(
        step.version,
        step.name,
        checksumOf(step),
        now,
      )
      db.exec('commit')
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }
}
