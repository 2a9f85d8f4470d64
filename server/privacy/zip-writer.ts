import { setImmediate } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate } from 'fflate'

/** What is pressed together in one go: small enough that nobody waits for it. */
const PIECE = 32_768

/** A zip that is written as it grows, never whole in memory. */
export class ZipWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>
  readonly #part: number
  readonly #zip: Zip
  #ready: Uint8Array[] = []
  #waiting = 0
  /** Bytes so far. */
  size = 0

  /** @param part how many bytes are written at once, about */
  constructor(write: (bytes: Uint8Array) => Promise<void>, part: number) {
    this.#write = write
    this.#part = part
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error
      this.#ready.push(bytes)
      this.#waiting += bytes.length
      this.size += bytes.length
    })
  }

  /** Adds a file; answers how many texts it was made of. */
  async add(path: string, at: number, texts: Iterable<string> | AsyncIterable<string>): Promise<number> {
    const file = new ZipDeflate(path, { level: 6 })
    file.mtime = at
    this.#zip.add(file)
    let gathered = ''
    let count = 0
    for await (const text of texts) {
      count++
      gathered += text
      if (gathered.length < PIECE) continue
      file.push(strToU8(gathered))
      gathered = ''
      await setImmediate()
      await this.#flush(this.#part)
    }
    file.push(strToU8(gathered), true)
    await this.#flush(this.#part)
    return count
  }

  async end(): Promise<void> {
    this.#zip.end()
    await this.#flush(1)
  }

  async #flush(least: number): Promise<void> {
    if (this.#waiting < least) return
    const bytes = Buffer.concat(this.#ready)
    this.#ready = []
    this.#waiting = 0
    for (let from = 0; from < bytes.length; from += this.#part)
      await this.#write(bytes.subarray(from, from + this.#part))
  }
}
