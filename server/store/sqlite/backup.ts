import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DamagedStoreError } from '../errors.ts'
import { type Files, syncPath } from './files.ts'

/**
 * Copies the whole database while it is in use, checks the copy by opening it, and only then gives it its name:
 * a file that ends in `.db` is always finished and good. `reason` becomes part of the name.
 */
export function backUp(db: DatabaseSync, files: Files, reason: string): string {
  mkdirSync(files.backups, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${reason}.db`
  const path = join(files.backups, name)
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    db.prepare('vacuum into ?').run(unfinished)
    chmodSync(unfinished, 0o600)
    verify(unfinished)
    syncPath(unfinished)
    renameSync(unfinished, path)
    syncPath(files.backups)
    return path
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

function verify(path: string): void {
  const copy = new DatabaseSync(path, { readOnly: true })
  try {
    const answer = copy.prepare('pragma integrity_check').get() as { integrity_check: string }
    if (answer.integrity_check !== 'ok') {
      throw new DamagedStoreError(`The backup could not be verified: ${answer.integrity_check}`)
    }
  } finally {
    copy.close()
  }
}
