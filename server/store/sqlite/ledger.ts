import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { DamagedStoreError } from '../errors.ts'

/** Which database this is, which opening of it, and how many commits it has seen. */
export interface Stamp {
  id: string
  opening: string
  commits: number
}

export interface StoredStamp extends Stamp {
  previous: string
}

/**
 * Knows from outside the database how many commits were acknowledged. SQLite drops a damaged tail of its log without
 * a word, takes a foreign log for its own, and calls both healthy; comparing with the ledger shows it (S-04).
 * It is written after each durable commit without a sync of its own: a power cut can leave it behind, never ahead.
 */
export class Ledger {
  readonly #handle: number

  constructor(path: string) {
    this.#handle = openSync(path, 'a+', 0o600)
    closeSync(this.#handle)
    this.#handle = openSync(path, 'r+')
  }

  write(stamp: Stamp): void {
    const text = JSON.stringify([stamp.id, stamp.opening, String(stamp.commits).padStart(16, '0')])
    writeSync(this.#handle, `${text}${crc32(text).toString(16).padStart(8, '0')}\n`, 0)
  }

  sync(): void {
    fsyncSync(this.#handle)
  }

  close(): void {
    closeSync(this.#handle)
  }
}

/** What the ledger says; undefined when it is missing or torn, which a power cut may do. */
export function readLedger(path: string): Stamp | undefined {
  try {
    const line = readFileSync(path, 'utf8').trimEnd()
    const text = line.slice(0, -8)
    if (crc32(text) !== Number.parseInt(line.slice(-8), 16)) return undefined
    const [id, opening, commits] = JSON.parse(text) as [string, string, string]
    return { id, opening, commits: Number(commits) }
  } catch {
    return undefined
  }
}

export const STAMP_TABLE = `create table if not exists store_stamp (
  one bigint not null primary key check (one = 1),
  id text not null,
  opening text not null,
  previous text not null,
  commits bigint not null
)`

export function readStamp(db: DatabaseSync): StoredStamp | undefined {
  return db.prepare('select id, opening, previous, commits from store_stamp').get() as StoredStamp | undefined
}

/** Throws when commits that were acknowledged are not in the database, or the log belongs to another one. */
export function compare(stored: StoredStamp, ledger: Stamp | undefined, markerId: string | undefined): void {
  if (markerId !== undefined && markerId !== stored.id) {
    throw new DamagedStoreError('The database, or its log, belongs to another data folder.')
  }
  if (!ledger) return
  if (ledger.id !== stored.id)
    throw new DamagedStoreError('The log beside the database belongs to another one.')
  // A crash while opening may leave the ledger one opening behind.
  if (ledger.opening !== stored.opening && ledger.opening !== stored.previous) {
    throw new DamagedStoreError('The database, or its log, is from another time than the ledger beside it.')
  }
  if (ledger.commits > stored.commits) {
    throw new DamagedStoreError(
      `${ledger.commits - stored.commits} acknowledged changes are missing: the database or its log was cut off or damaged.`,
    )
  }
}
