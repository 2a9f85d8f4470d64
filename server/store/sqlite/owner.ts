import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DirectoryInUseError } from '../errors.ts'
import type { Files } from './files.ts'
import { isBusy } from './sqlite-errors.ts'

/**
 * Makes this process the owner of the data folder until released (S-05). The lock is the operating system's, taken
 * through SQLite: it ends with the process, so a dead owner never keeps anyone out, and a reused process id fools nobody.
 * The file with the process id only serves the message.
 */
export function own(files: Files): () => void {
  const lock = new DatabaseSync(files.owner, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new DirectoryInUseError(files.folder, ownerPid(files))
    throw error
  }
  chmodSync(files.owner, 0o600)
  try {
    writeFileSync(files.ownerPid, `${process.pid}\n`, { mode: 0o600 })
  } catch {
    // On a full disk the message to others will lack our id; that is all.
  }
  return () => lock.close()
}

function ownerPid(files: Files): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(files.ownerPid, 'utf8'), 10)
    return Number.isSafeInteger(pid) ? pid : undefined
  } catch {
    return undefined
  }
}
