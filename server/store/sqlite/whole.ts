import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DamagedStoreError, NewerStoreError, StoreError } from '../errors.ts'
import { migrations } from '../migrations/all.ts'
import { filesIn, restoringBeside, syncPath } from './files.ts'
import { pendingOn } from './migrate.ts'
import { own } from './owner.ts'

/** Of the layout of a backup; a newer one is refused. */
const FORMAT = 1
const MANIFEST = 'backup.json'
const DATABASE = 'gatehouse.db'
/** Opens what is sealed in the database: second factors, letters that wait. */
const KEY = 'outbox.key'
const NAME = /^gatehouse-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z$/
const MOST_MANIFEST = 16 * 1024 * 1024

interface Manifest {
  format: number
  made: string
  files: readonly { name: string; bytes: number; sha256: string }[]
}

export interface WholeBackup {
  path: string
  /** Epoch ms. */
  made: number
  bytes: number
}

export interface Wanted {
  /** The data folder of a server, running or not. */
  data: string
  /** The folder in which backups lie. */
  to: string
  /** Files and folders of the deployment that are kept besides, by their names in the backup. */
  besides?: Readonly<Record<string, string>>
  /** Without it, what is sealed stays closed after a restoration, unless the key is brought from elsewhere. */
  withKey?: boolean
  now?: number
}

/**
 * Copies everything that one server keeps while it goes on working, reads the copy back, and only then gives it its
 * name: a folder named like a backup is always finished and good.
 */
export function backUpWhole({
  data,
  to,
  besides = {},
  withKey = true,
  now = Date.now(),
}: Wanted): WholeBackup {
  const files = filesIn(data)
  if (!existsSync(files.database))
    throw new StoreError(
      'NOT_FOUND',
      `There is no database in ${resolve(data)}; GATEHOUSE_DATA says where it is.`,
    )
  if (isWithin(to, data))
    throw new StoreError(
      'SAME_PLACE',
      'A backup inside the data folder is lost with it. Choose another folder.',
    )
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const path = join(to, `gatehouse-${new Date(now).toISOString().replace(/[:.]/g, '-')}`)
  if (existsSync(path)) throw new StoreError('CONFLICT', `${path} is there already.`)
  const unfinished = `${path}.unfinished`
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    const source = new DatabaseSync(files.database, { readOnly: true, timeout: 5000 })
    try {
      source.prepare('vacuum into ?').run(join(unfinished, DATABASE))
    } finally {
      source.close()
    }
    const key = join(data, KEY)
    if (withKey && existsSync(key)) cpSync(key, join(unfinished, KEY))
    for (const [name, from] of Object.entries(besides))
      cpSync(from, join(unfinished, name), { recursive: true, dereference: true })
    checkDatabase(join(unfinished, DATABASE))
    const listed = filesUnder(unfinished).map((name) => ({ name, ...sumOf(join(unfinished, name)) }))
    for (const { name } of listed) {
      chmodSync(join(unfinished, name), 0o600)
      syncPath(join(unfinished, name))
    }
    const manifest: Manifest = { format: FORMAT, made: new Date(now).toISOString(), files: listed }
    writeFileSync(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    syncPath(unfinished)
    renameSync(unfinished, path)
    syncPath(to)
    return { path, made: now, bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0) }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** The finished ones, newest first. */
export function wholeBackupsIn(folder: string): Pick<WholeBackup, 'path' | 'made'>[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hour, minute, second, ms] = NAME.exec(name) ?? []
      if (day === undefined) return []
      return [{ path: join(folder, name), made: Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`) }]
    })
    .sort((one, other) => other.made - one.made)
}

/** Removes those beyond the newest `kept`, and what was left unfinished by a process that ended in the midst. */
export function pruneWholeBackups(folder: string, kept: number): void {
  for (const { path } of wholeBackupsIn(folder).slice(kept)) rmSync(path, { recursive: true, force: true })
  for (const name of readdirSync(folder))
    if (name.endsWith('.unfinished') && NAME.test(name.slice(0, -'.unfinished'.length)))
      rmSync(join(folder, name), { recursive: true, force: true })
}

export interface Restored {
  made: number
  /** Where what was there before lies now. */
  before?: string
  /** Parts of the backup that have no place in a data folder: they stay where they are. */
  besides: readonly string[]
  /** Whether what is sealed can be opened. */
  key: boolean
}

/**
 * Makes a data folder of a backup: all of it, or nothing. Whoever was signed in is so no more, and no letter that had
 * waited then is sent once more: what happened since is not known any more.
 */
export function restoreWhole(from: string, data: string, { replace = false } = {}): Restored {
  const manifest = checkedManifest(from)
  const holdsSomething = existsSync(data) && readdirSync(data).length > 0
  if (holdsSomething && !replace)
    throw new StoreError(
      'NOT_EMPTY',
      `${resolve(data)} is not empty. With --replace it is moved aside, and stays there under another name.`,
    )
  // A server that works with the folder would go on with what was moved aside.
  const release = holdsSomething ? own(filesIn(data)) : undefined
  const target = resolve(data)
  const making = restoringBeside(data)
  try {
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true, mode: 0o700 })
    const mine = manifest.files.filter(({ name }) => name === DATABASE || name === KEY)
    for (const { name } of mine) {
      cpSync(join(from, name), join(making, name))
      chmodSync(join(making, name), 0o600)
    }
    checkDatabase(join(making, DATABASE))
    forgetTheMoment(join(making, DATABASE))
    for (const { name } of mine) syncPath(join(making, name))
    syncPath(making)
    const before = holdsSomething
      ? `${target}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`
      : undefined
    if (before !== undefined) renameSync(target, before)
    else rmSync(target, { recursive: true, force: true })
    renameSync(making, target)
    syncPath(dirname(target))
    return {
      made: Date.parse(manifest.made),
      ...(before !== undefined && { before }),
      besides: [
        ...new Set(
          manifest.files.flatMap(({ name }) =>
            mine.some((one) => one.name === name) ? [] : [name.split('/')[0] ?? name],
          ),
        ),
      ],
      key: mine.some(({ name }) => name === KEY),
    }
  } finally {
    release?.()
    rmSync(making, { recursive: true, force: true })
  }
}

/** Throws unless every file is there as it was written, and nothing leads out of the backup. */
function checkedManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(path))
    throw new StoreError('NOT_FOUND', `${folder} is no backup: there is no ${MANIFEST} in it.`)
  const manifest = statSync(path).size > MOST_MANIFEST ? undefined : manifestIn(readFileSync(path, 'utf8'))
  if (!manifest) throw new DamagedStoreError(`${path} is not as it was written.`)
  if (manifest.format > FORMAT)
    throw new NewerStoreError('The backup was made by a newer version; update this one first.')
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = join(folder, name)
    if (!isWithin(file, folder) || !existsSync(file))
      throw new DamagedStoreError(`${name} is missing in the backup.`)
    const found = sumOf(file)
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new DamagedStoreError(`${name} is not what was backed up.`)
  }
  if (!manifest.files.some(({ name }) => name === DATABASE))
    throw new DamagedStoreError('There is no database in the backup.')
  return manifest
}

function manifestIn(text: string): Manifest | undefined {
  try {
    const read = JSON.parse(text) as Partial<Manifest> | null
    const isFile = (file: unknown): boolean =>
      typeof file === 'object' &&
      file !== null &&
      'name' in file &&
      typeof file.name === 'string' &&
      'bytes' in file &&
      typeof file.bytes === 'number' &&
      'sha256' in file &&
      typeof file.sha256 === 'string'
    const isWhole =
      Number.isInteger(read?.format) &&
      typeof read?.made === 'string' &&
      Array.isArray(read.files) &&
      read.files.every(isFile)
    return isWhole ? (read as Manifest) : undefined
  } catch {
    return undefined
  }
}

/** What a session, a code or a letter was then is not what it is now. */
function forgetTheMoment(file: string): void {
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma journal_mode = delete')
    const known = new Set(
      db
        .prepare("select name from sqlite_schema where type = 'table'")
        .all()
        .map(({ name }) => name),
    )
    for (const table of ['sessions', 'tokens', 'otps', 'oauth_tokens'])
      if (known.has(table)) db.exec(`delete from ${table}`)
    if (known.has('outbox'))
      db.exec("update outbox set state = 'failed', sealed = null, error = 'restored' where state = 'waiting'")
  } finally {
    db.close()
  }
}

function checkDatabase(path: string): void {
  const copy = new DatabaseSync(path, { readOnly: true })
  try {
    const { integrity_check: whole } = copy.prepare('pragma integrity_check').get() as {
      integrity_check: string
    }
    if (whole !== 'ok') throw new DamagedStoreError(`The database in the backup is damaged: ${whole}`)
    pendingOn(copy, migrations)
  } finally {
    copy.close()
  }
}

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(resolve(folder), resolve(path))
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`))
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)).replaceAll(sep, '/'))
    .sort()

/** Piece by piece: a database may be larger than memory. */
function sumOf(path: string): { bytes: number; sha256: string } {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(1024 * 1024)
  const handle = openSync(path, 'r')
  let bytes = 0
  try {
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece)) {
      hash.update(piece.subarray(0, read))
      bytes += read
    }
  } finally {
    closeSync(handle)
  }
  return { bytes, sha256: hash.digest('hex') }
}
