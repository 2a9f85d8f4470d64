import { BoundedQueue, QueueFullError } from '#gateway/node/bounded-queue.ts'
import type { Log } from '../log.ts'

const AT_ONCE = 2
const IN_LINE = 500

/**
 * Work that no caller waits for: whether there is anything to do, and how long it takes, shows in no answer.
 * More than can wait is refused with QueueFullError before anything is known about it.
 */
export class BackgroundTasks {
  readonly #queue = new BoundedQueue(AT_ONCE, IN_LINE)
  readonly #open = new Set<Promise<void>>()
  readonly #log: Log
  #waiting = 0

  constructor(log: Log) {
    this.#log = log
  }

  /** Throws when too many wait. */
  later(work: () => Promise<void>): void {
    if (this.#waiting >= IN_LINE) throw new QueueFullError()
    this.#waiting++
    const task = this.#queue
      // Not in this turn: the answer leaves first.
      .run(() => new Promise<void>((resolve) => setImmediate(resolve)).then(work))
      .catch((error: unknown) => this.#log.error({ err: error }, 'a background task was not run'))
      .finally(() => {
        this.#waiting--
        this.#open.delete(task)
      })
    this.#open.add(task)
  }

  /** Until everything that was begun is done. */
  async done(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open)
  }
}
