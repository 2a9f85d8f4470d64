/** Too many are waiting already. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many are waiting')
    this.name = 'QueueFullError'
  }
}

/** Runs at most `atOnce` jobs, in order; of the others at most `inLine` wait, the rest are refused. */
export class BoundedQueue {
  readonly #atOnce: number
  readonly #inLine: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, inLine: number) {
    this.#atOnce = atOnce
    this.#inLine = inLine
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#inLine) throw new QueueFullError()
      await new Promise<void>((go) => this.#waiting.push(go))
    } else this.#running++
    try {
      return await job()
    } finally {
      // The place goes to the next in line, or is given up.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
