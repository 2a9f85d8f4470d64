import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { HomeStore } from '#gateway/core/ports.ts'

/** A home in one JSON file: replaced as a whole, so that a power failure leaves the old or the new one. */
export class FileStore implements HomeStore {
  readonly #path: string
  readonly #entries = new Map<string, unknown>()
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
  }

  async load(): Promise<ReadonlyMap<string, unknown>> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    })
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, unknown>))
      this.#entries.set(key, value)
    return new Map(this.#entries)
  }

  put(entries: ReadonlyMap<string, unknown>): Promise<void> {
    const before = new Map([...entries.keys()].map((key) => [key, this.#entries.get(key)]))
    this.#take(entries)
    const text = JSON.stringify(Object.fromEntries(this.#entries))
    const written = this.#writing.then(() => this.#write(text))
    this.#writing = written.catch(() => {})
    return written.catch((error: unknown) => {
      this.#take(before)
      throw error
    })
  }

  #take(entries: ReadonlyMap<string, unknown>): void {
    for (const [key, value] of entries) {
      if (value === undefined) this.#entries.delete(key)
      else this.#entries.set(key, value)
    }
  }

  async #write(text: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    const next = `${this.#path}.next`
    const file = await open(next, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(next, this.#path)
  }
}
