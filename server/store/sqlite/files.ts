import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What lies in a data folder. */
export interface Files {
  folder: string
  database: string
  wal: string
  /** Says that a database was created here, so that a missing one is noticed (S-04). */
  marker: string
  /** Held under an operating-system lock by the process that owns the folder (S-05). */
  owner: string
  ownerPid: string
  /** How many commits were acknowledged. */
  commits: string
  /** A checksum for every page. */
  sums: string
  /** Room set aside for a start on a full disk. */
  reserve: string
  backups: string
}

export const filesIn = (folder: string): Files => ({
  folder,
  database: join(folder, 'gatehouse.db'),
  wal: join(folder, 'gatehouse.db-wal'),
  marker: join(folder, 'gatehouse.json'),
  owner: join(folder, 'owner.lock'),
  ownerPid: join(folder, 'owner.pid'),
  commits: join(folder, 'gatehouse.db-commits'),
  sums: join(folder, 'gatehouse.db-sums'),
  reserve: join(folder, 'reserve'),
  backups: join(folder, 'backups'),
})

/** Where a data folder is made of a backup, before it takes its place. */
export const restoringBeside = (folder: string): string => `${resolve(folder)}.restoring`

export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Old or new, never half: write aside, sync, rename, sync the folder. */
export function writeWhole(path: string, folder: string, content: string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  syncPath(folder)
}

/** The newest finished backup. Names begin with the time, so that text order is age. */
export function lastBackup(files: Files): string | undefined {
  if (!existsSync(files.backups)) return undefined
  const newest = readdirSync(files.backups)
    .filter((name) => name.endsWith('.db'))
    .sort()
    .at(-1)
  return newest && join(files.backups, newest)
}
