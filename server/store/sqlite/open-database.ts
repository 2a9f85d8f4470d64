import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DamagedStoreError, StoreError } from '../errors.ts'
import type { Log } from '../log.ts'
import { migrations as shipped } from '../migrations/all.ts'
import type { Migration } from '../migrations/migration.ts'
import { backUp } from './backup.ts'
import { type Files, filesIn, lastBackup, restoringBeside, writeWhole } from './files.ts'
import {
  compare,
  Ledger,
  readLedger,
  readStamp,
  STAMP_TABLE,
  type Stamp,
  type StoredStamp,
} from './ledger.ts'
import { migrate, pendingOn } from './migrate.ts'
import { own } from './owner.ts'
import { PageSums, pagesInLog } from './page-sums.ts'
import { giveUp, setAside } from './reserve.ts'
import { isDamage, mayBeFull } from './sqlite-errors.ts'

/** 'GATE' in the file header says whose database this is. */
const APPLICATION_ID = 0x47415445

export interface OpenDatabase {
  files: Files
  writer: DatabaseSync
  /** Sees only what is committed. */
  reader: DatabaseSync
  stamp: Stamp
  ledger: Ledger
  /** Moves the log into the database. */
  checkpoint(): void
  close(): void
}

/** Owns the folder, checks what lies in it, brings it up to date and opens it; refuses rather than guesses. */
export function openDatabase(
  folder: string,
  log: Log,
  migrations: readonly Migration[] = shipped,
): OpenDatabase {
  if (!existsSync(folder) && existsSync(restoringBeside(folder)))
    throw new StoreError(
      'RESTORING',
      `A restoration of ${folder} was cut short: run it again. What was there before stands beside it.`,
    )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const files = filesIn(folder)
  try {
    return attempt(files, log, migrations)
  } catch (error) {
    if (!mayBeFull(error) || !giveUp(files)) throw error
    log('error', 'The disk seems to be full; starting with the room set aside', { reason: String(error) })
    return attempt(files, log, migrations)
  }
}

function attempt(files: Files, log: Log, migrations: readonly Migration[]): OpenDatabase {
  const release = own(files)
  const opened: { close(): void }[] = [{ close: release }]
  try {
    const open = openOwned(files, log, migrations, opened, release)
    setAside(files)
    return open
  } catch (error) {
    for (const each of opened.reverse()) each.close()
    if (error instanceof DamagedStoreError || isDamage(error)) throw refusal(files, error)
    throw error
  }
}

function openOwned(
  files: Files,
  log: Log,
  migrations: readonly Migration[],
  opened: { close(): void }[],
  release: () => void,
): OpenDatabase {
  const marker = readMarker(files)
  const exists = existsSync(files.database) && statSync(files.database).size > 0
  if (!exists && (marker || sizeOf(files.wal) > 0)) {
    throw new DamagedStoreError('The database that was created here is missing or empty.')
  }
  const acknowledged = readLedger(files.commits)
  const known = exists ? inspected(files, log, marker, acknowledged, migrations) : undefined

  const writer = new DatabaseSync(files.database, { enableForeignKeyConstraints: true, timeout: 5000 })
  const sums = new PageSums(files.sums, files.database)
  opened.push(sums, { close: () => closeInOrder(writer, files, sums) })
  chmodSync(files.database, 0o600)
  setUp(writer)
  const steps = pendingOn(writer, migrations)
  if (known && steps.length > 0) {
    log('info', 'Bringing the database up to date', { backup: backUp(writer, files, 'before-upgrade') })
  }
  migrate(writer, steps, Date.now())

  const stamp: Stamp = {
    id: known?.id ?? randomUUID(),
    opening: randomUUID(),
    commits: (known?.commits ?? 0) + 1,
  }
  writer.exec(STAMP_TABLE)
  writer
    .prepare(
      'insert into store_stamp (one, id, opening, previous, commits) values (1, ?, ?, ?, ?) ' +
        'on conflict (one) do update set opening = excluded.opening, previous = excluded.previous, commits = excluded.commits',
    )
    .run(stamp.id, stamp.opening, acknowledged?.opening ?? known?.opening ?? '', stamp.commits)

  const checkpoint = () => checkpointed(writer, files, sums)
  try {
    checkpoint()
  } catch (error) {
    if (!mayBeFull(error)) throw error
    log('error', 'The disk is full: the log of the database can’t be tidied up yet', {
      reason: String(error),
    })
  }
  const ledger = new Ledger(files.commits)
  ledger.write(stamp)
  ledger.sync()
  if (!marker) {
    writeWhole(
      files.marker,
      files.folder,
      `${JSON.stringify({ id: stamp.id, created: new Date().toISOString() })}\n`,
    )
  }
  const reader = new DatabaseSync(files.database, { readOnly: true, timeout: 5000 })

  return {
    files,
    writer,
    reader,
    stamp,
    ledger,
    checkpoint,
    close() {
      reader.close()
      ledger.sync()
      ledger.close()
      closeInOrder(writer, files, sums)
      sums.close()
      release()
    },
  }
}

function setUp(db: DatabaseSync): void {
  const { journal_mode: mode } = db.prepare('pragma journal_mode = wal').get() as { journal_mode: string }
  if (mode !== 'wal')
    throw new StoreError('DISK', `The file system of the data folder can't keep a log (${mode}).`)
  // Our own checkpoints keep the page sums; SQLite's would not.
  db.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma temp_store = memory')
  db.exec(`pragma application_id = ${APPLICATION_ID}`)
}

/** While pages change in the database the log still holds them, so that a crash at any point leaves every page vouched for. */
function checkpointed(db: DatabaseSync, files: Files, sums: PageSums): void {
  const pages = pagesInLog(files.wal)
  const { busy } = db.prepare('pragma wal_checkpoint(full)').get() as { busy: number }
  if (busy) return
  try {
    sums.note(pages)
  } catch (error) {
    // The next write reuses the log, and then nothing vouches for these pages: no sums are better than wrong ones.
    sums.forget()
    throw error
  }
  db.prepare('pragma wal_checkpoint(truncate)').get()
}

/** On closing, SQLite moves what is left in its log into the database; the sums must not be left behind. */
function closeInOrder(writer: DatabaseSync, files: Files, sums: PageSums): void {
  try {
    checkpointed(writer, files, sums)
    writer.close()
  } catch {
    writer.close()
    if (sizeOf(files.wal) === 0) sums.forget()
  }
}

function checkPages(files: Files, log: Log): void {
  const sums = new PageSums(files.sums, files.database)
  try {
    if (!sums.known) {
      log('warn', 'The checksums beside the database are missing and will be made anew', { file: files.sums })
      return
    }
    const damaged = sums.firstDamaged(pagesInLog(files.wal))
    if (damaged !== undefined)
      throw new DamagedStoreError(
        `Page ${damaged} of the database is not what was written (if another program changed it on purpose, remove ${files.sums}).`,
      )
  } finally {
    sums.close()
  }
}

/**
 * Looks through a connection that can't write, so that whatever is found stays as it is to be looked into.
 * Answers the stamp; undefined when the creation was cut short before there was anything.
 */
function inspected(
  files: Files,
  log: Log,
  marker: Marker | undefined,
  acknowledged: Stamp | undefined,
  migrations: readonly Migration[],
): StoredStamp | undefined {
  if (marker) checkPages(files, log)
  const db = new DatabaseSync(files.database, { readOnly: true, timeout: 5000 })
  try {
    const { tables } = db.prepare('select count(*) as tables from sqlite_schema').get() as { tables: number }
    if (!marker && tables === 0) return undefined
    checkWhole(db)
    pendingOn(db, migrations)
    const known = existsStamp(db) ? readStamp(db) : undefined
    if (known) compare(known, acknowledged, marker?.id)
    else if (marker)
      throw new DamagedStoreError('The database has lost the stamp that tells which one it is.')
    return known
  } finally {
    db.close()
  }
}

function checkWhole(db: DatabaseSync): void {
  const { application_id: id } = db.prepare('pragma application_id').get() as { application_id: number }
  if (id !== APPLICATION_ID) throw new DamagedStoreError('The file is not a database of this program.')
  const problems = db.prepare('pragma quick_check(3)').all() as { quick_check: string }[]
  if (problems[0]?.quick_check !== 'ok') {
    throw new DamagedStoreError(
      `The check of the database failed: ${problems.map((row) => row.quick_check).join('; ')}`,
    )
  }
}

const existsStamp = (db: DatabaseSync): boolean =>
  db.prepare("select 1 from sqlite_schema where name = 'store_stamp'").get() !== undefined

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

interface Marker {
  /** Undefined when it can't be read. */
  id: string | undefined
}

function readMarker(files: Files): Marker | undefined {
  if (!existsSync(files.marker)) return undefined
  try {
    const marker: unknown = JSON.parse(readFileSync(files.marker, 'utf8'))
    const id = typeof marker === 'object' && marker && 'id' in marker ? marker.id : undefined
    return { id: typeof id === 'string' ? id : undefined }
  } catch {
    return { id: undefined }
  }
}

function refusal(files: Files, error: unknown): DamagedStoreError {
  const found = error instanceof Error ? error.message : String(error)
  const backup = lastBackup(files)
  return new DamagedStoreError(
    `${found} Nothing was changed. ` +
      `To go on, move every file that begins with gatehouse. out of ${files.folder}, ` +
      (backup
        ? `copy the last good backup ${backup} to ${files.database}, and start again.`
        : 'copy a backup to gatehouse.db there, and start again. There is no backup in this folder; starting without one begins with an empty home.'),
    { cause: error },
  )
}
