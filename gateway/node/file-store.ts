import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { HomeStore } from '#gateway/core/ports.ts'
import { UsageError } from './usage-error.ts'

/** Files this small are written anew each time; larger ones get a journal beside them, which costs as much as the change. */
const SMALL = 64 * 1024
/** A journal this much longer than its file is written into it. */
const LONGEST = 4

type Change = [key: string, value?: unknown]

/**
 * A home in one JSON file, replaced as a whole, so that a power failure leaves the old or the new one. What changes in a
 * large one is appended to a journal first, a line a batch: a line that is not whole is a batch that was not stored.
 */
export class FileStore implements HomeStore {
  readonly #path: string
  readonly #entries = new Map<string, unknown>()
  #writing: Promise<void> = Promise.resolve()
  /** Characters of the file and of the journal. */
  #size = 0
  #journal = 0
  /** The journal ends in the middle of a line. */
  #torn = false

  constructor(path: string) {
    this.#path = path
  }

  async load(): Promise<ReadonlyMap<string, unknown>> {
    const text = await readIfThere(this.#path)
    for (const [key, value] of Object.entries(this.#whole(text ?? '{}'))) this.#entries.set(key, value)
    this.#size = text?.length ?? 0
    const journal = (await readIfThere(this.#beside)) ?? ''
    this.#journal = journal.length
    for (const line of journal.split('\n').slice(0, -1)) {
      const changes = parsed(line)
      if (!changes) break
      this.#take(changes)
    }
    // Nothing is written behind what cannot be read.
    this.#torn = journal !== ''
    return new Map(this.#entries)
  }

  /** Throws UsageError for what is no such file: somebody has to say what becomes of it. */
  #whole(text: string): Record<string, unknown> {
    try {
      const whole: unknown = JSON.parse(text)
      if (typeof whole === 'object' && whole !== null && !Array.isArray(whole))
        return whole as Record<string, unknown>
    } catch {
      // Said below.
    }
    throw new UsageError(
      `${this.#path} is damaged. Put it back from a copy, or move it away: without it there is nothing of what it held.`,
    )
  }

  put(entries: ReadonlyMap<string, unknown>): Promise<void> {
    const before = [...entries.keys()].map((key): Change => [key, this.#entries.get(key)])
    const changes = [...entries].map(([key, value]): Change => (value === undefined ? [key] : [key, value]))
    this.#take(changes)
    const line = `${JSON.stringify(changes)}\n`
    const written = this.#writing.then(() => this.#write(line))
    this.#writing = written.catch(() => {})
    return written.catch((error: unknown) => {
      this.#take(before)
      throw error
    })
  }

  get #beside(): string {
    return `${this.#path}.journal`
  }

  #take(changes: readonly Change[]): void {
    for (const [key, value] of changes) {
      if (value === undefined) this.#entries.delete(key)
      else this.#entries.set(key, value)
    }
  }

  #write(line: string): Promise<void> {
    const long = this.#journal + line.length > Math.max(this.#size, SMALL) * LONGEST
    return this.#size < SMALL || this.#torn || long ? this.#replace() : this.#append(line)
  }

  async #append(line: string): Promise<void> {
    // What fails in the midst leaves half a line.
    this.#torn = true
    await written(this.#beside, 'a', line)
    if (this.#journal === 0) await this.#named()
    this.#torn = false
    this.#journal += line.length
  }

  async #replace(): Promise<void> {
    const text = JSON.stringify(Object.fromEntries(this.#entries))
    await mkdir(dirname(this.#path), { recursive: true })
    const next = `${this.#path}.next`
    await written(next, 'w', text)
    await rename(next, this.#path)
    await this.#named()
    this.#size = text.length
    // All of it is in the file: whoever reads it once more after a power failure reads the same.
    await rm(this.#beside, { force: true })
    this.#journal = 0
    this.#torn = false
  }

  /** A file is there after a power failure once its folder says so. */
  async #named(): Promise<void> {
    const folder = await open(dirname(this.#path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

async function written(path: string, flag: 'a' | 'w', text: string): Promise<void> {
  const file = await open(path, flag, 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function parsed(line: string): Change[] | undefined {
  try {
    return JSON.parse(line) as Change[]
  } catch {
    return undefined
  }
}
