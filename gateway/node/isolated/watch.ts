/** Shared by a thread and whoever watches over it: what it is about at this moment, readable while it is stuck. */

/** Of a source's name; it is text of somebody else. */
const longest = 256
const bytesEach = 3
const head = 8

export const watchMemory = (): SharedArrayBuffer => new SharedArrayBuffer(head + longest * bytesEach)

export const nameOf = (source: string): string => source.slice(0, longest).toWellFormed()

/** Written by the thread. An odd count: it is at work. */
export class WatchWriter {
  readonly #counts: Int32Array
  readonly #bytes: Uint8Array
  readonly #encoder = new TextEncoder()

  constructor(memory: SharedArrayBuffer) {
    this.#counts = new Int32Array(memory, 0, 2)
    this.#bytes = new Uint8Array(memory, head)
  }

  run<T>(source: string, work: () => T): T {
    // Into memory of its own first: an encoder writes into no shared memory.
    const name = this.#encoder.encode(nameOf(source))
    this.#bytes.set(name)
    Atomics.store(this.#counts, 1, name.length)
    Atomics.add(this.#counts, 0, 1)
    try {
      return work()
    } finally {
      Atomics.add(this.#counts, 0, 1)
    }
  }
}

/** Read by the one who watches. */
export class WatchReader {
  readonly #counts: Int32Array
  readonly #bytes: Uint8Array
  #before = 0
  #times = 0

  constructor(memory: SharedArrayBuffer) {
    this.#counts = new Int32Array(memory, 0, 2)
    this.#bytes = new Uint8Array(memory, head)
  }

  /** Undefined: it is not at work. */
  get source(): string | undefined {
    if (Atomics.load(this.#counts, 0) % 2 === 0) return undefined
    const length = Atomics.load(this.#counts, 1)
    return new TextDecoder().decode(this.#bytes.slice(0, length))
  }

  /** How often in a row this found it at one and the same piece of work. */
  look(): number {
    const count = Atomics.load(this.#counts, 0)
    this.#times = count % 2 !== 0 && count === this.#before ? this.#times + 1 : 0
    this.#before = count
    return this.#times
  }
}
