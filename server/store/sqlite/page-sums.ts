import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'

const WAL_HEADER = 32
const FRAME_HEADER = 24

/**
 * One checksum for every page of the database file, since SQLite keeps none: a flipped bit inside a text is otherwise
 * read as if it had been written (S-04). Pages change only at a checkpoint, and while they do, the log still holds them.
 */
export class PageSums {
  readonly #path: string
  readonly #database: number

  /** Close it after SQLite's own handles: closing any handle of a file gives up all POSIX locks that SQLite has on it. */
  constructor(path: string, database: string) {
    this.#path = path
    this.#database = openSync(database, 'r')
  }

  get known(): boolean {
    return existsSync(this.#path)
  }

  forget(): void {
    rmSync(this.#path, { force: true })
  }

  close(): void {
    closeSync(this.#database)
  }

  /** Notes the present content of these pages, or of all. */
  note(pages?: ReadonlySet<number>): void {
    if (pages && !this.known) return this.note()
    const pageSize = this.#pageSize()
    const sums = openSync(this.#path, pages ? 'r+' : 'w', 0o600)
    try {
      const count = Math.floor(fstatSync(this.#database).size / pageSize)
      const page = Buffer.alloc(pageSize)
      const sum = Buffer.alloc(4)
      for (const number of pages ?? sequence(count)) {
        if (number > count) continue
        readSync(this.#database, page, 0, page.length, (number - 1) * pageSize)
        sum.writeUInt32LE(crc32(page))
        writeSync(sums, sum, 0, 4, (number - 1) * 4)
      }
      fsyncSync(sums)
    } finally {
      closeSync(sums)
    }
  }

  /** The first page whose content is not what was noted, leaving out those that the log replaces anyway. */
  firstDamaged(replaced: ReadonlySet<number>): number | undefined {
    const pageSize = this.#pageSize()
    const sums = readFileSync(this.#path)
    const size = fstatSync(this.#database).size
    const count = Math.max(Math.ceil(size / pageSize), Math.ceil(sums.length / 4))
    const page = Buffer.alloc(pageSize)
    for (const number of sequence(count)) {
      if (replaced.has(number)) continue
      const length = readSync(this.#database, page, 0, page.length, (number - 1) * pageSize)
      if (length < page.length || sums.length < number * 4) return number
      if (sums.readUInt32LE((number - 1) * 4) !== crc32(page)) return number
    }
    return undefined
  }

  /** From the file's header; 1 means 65,536. */
  #pageSize(): number {
    const size = Buffer.alloc(2)
    readSync(this.#database, size, 0, 2, 16)
    return size.readUInt16BE(0) === 1 ? 65_536 : Math.max(512, size.readUInt16BE(0))
  }
}

function* sequence(count: number): Generator<number> {
  for (let number = 1; number <= count; number++) yield number
}

/** The pages that the log holds a newer version of. https://sqlite.org/fileformat2.html#walformat */
export function pagesInLog(wal: string): ReadonlySet<number> {
  const pages = new Set<number>()
  if (!existsSync(wal)) return pages
  const handle = openSync(wal, 'r')
  try {
    const header = Buffer.alloc(WAL_HEADER)
    if (readSync(handle, header, 0, WAL_HEADER, 0) < WAL_HEADER) return pages
    const pageSize = header.readUInt32BE(8)
    const frame = Buffer.alloc(FRAME_HEADER)
    for (
      let at = WAL_HEADER;
      readSync(handle, frame, 0, FRAME_HEADER, at) === FRAME_HEADER;
      at += FRAME_HEADER + pageSize
    ) {
      if (!frame.subarray(8, 16).equals(header.subarray(16, 24))) break
      pages.add(frame.readUInt32BE(0))
    }
    return pages
  } finally {
    closeSync(handle)
  }
}
