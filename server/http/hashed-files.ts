import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encoding } from './compress.ts'

/** Together no more than this; every file of the app in one encoding is half of it. */
const KEPT_BYTES = 10_000_000

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const
const ENDINGS = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>

interface HashedFile {
  readonly type: (typeof TYPES)[keyof typeof TYPES]
  readonly encoding: Encoding | undefined
  readonly bytes: Buffer
}

/**
 * Scripts and styles whose name carries the hash of their content, kept as they go out: a page fetches sixty of them,
 * and to find, open, read and close each anew took a third of what a visit costs the server.
 */
export class HashedFiles {
  readonly #folder: string
  readonly #kept = new Map<string, HashedFile>()
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** `undefined` for what is no such file or is not there (any more). */
  async read(name: string, preferred: Encoding | undefined): Promise<HashedFile | undefined> {
    const ending = /^[\w-][\w.-]*\.(js|css)$/.exec(name)?.[1] as keyof typeof TYPES | undefined
    if (!ending) return undefined
    const key = `${preferred ?? ''} ${name}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    // What is too short to gain by it is not there in other encodings.
    for (const encoding of preferred ? [preferred, undefined] : [undefined]) {
      const bytes = await bytesOf(join(this.#folder, name + (encoding ? ENDINGS[encoding] : '')))
      if (bytes) return this.#keep(key, { type: TYPES[ending], encoding, bytes })
    }
    return undefined
  }

  #keep(key: string, file: HashedFile): HashedFile {
    this.#bytes += file.bytes.length - (this.#kept.get(key)?.bytes.length ?? 0)
    this.#kept.set(key, file)
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) break
      this.#kept.delete(oldest)
      this.#bytes -= bytes.length
    }
    return file
  }
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR') return undefined
    throw error
  }
}
