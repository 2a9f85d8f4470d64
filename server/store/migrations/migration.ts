import { createHash } from 'node:crypto'
import { NewerStoreError } from '../errors.ts'

/** One step forward; there is no way back. Once released, a migration never changes: its checksum is kept. */
export interface Migration {
  version: number
  name: string
  /** `{text}` stands for the engine's text type. */
  statements: readonly string[]
}

export interface AppliedMigration {
  version: number
  name: string
  checksum: string
}

/** The one table that the migrations themselves need. */
export const HISTORY = `create table if not exists migrations (
  version bigint not null primary key,
  name text not null,
  checksum text not null,
  applied_at bigint not null
)`

export const checksumOf = (migration: Migration): string =>
  createHash('sha256').update(migration.statements.join(';\n')).digest('hex')

/** What is still to be done. Throws NewerStoreError when the database knows more than we do, or something else. */
export function pending(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): readonly Migration[] {
  for (const { version, name, checksum } of applied) {
    const ours = known.find((migration) => migration.version === version)
    if (!ours) {
      throw new NewerStoreError(
        `The database is at version ${version} (${name}), this program knows only version ${known.at(-1)?.version ?? 0}. ` +
          'Start the newer program again, or restore a backup that was made before the upgrade.',
      )
    }
    if (checksumOf(ours) !== checksum) {
      throw new NewerStoreError(
        `Version ${version} of the database (${name}) was made by other steps than this program's. ` +
          'Start the program that made it, or restore a backup.',
      )
    }
  }
  const done = new Set(applied.map(({ version }) => version))
  return known.filter(({ version }) => !done.has(version))
}
