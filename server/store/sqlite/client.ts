import { rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { StoreClosedError, StoreError } from '../errors.ts'
import type { Log } from '../log.ts'
import { errorOf } from './failures.ts'
import { filesIn } from './files.ts'
import type { FromWorker, Reply, Request, WorkerOptions } from './protocol.ts'

type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never
type Done = Extract<Reply, { ok: true }>

interface Waiting {
  resolve(reply: Done): void
  reject(error: Error): void
}

/** After all that arrived together was looked at: a message to the thread costs more than what it asks. */
const atEndOfTurn = setImmediate

/** The main thread's end of the database: sends what was asked within one turn as one message. */
export class Client {
  readonly #worker: Worker
  readonly #folder: string
  readonly #waiting = new Map<number, Waiting>()
  #batch: Request[] = []
  #next = 1
  #gone: Error | undefined

  private constructor(worker: Worker, folder: string) {
    this.#worker = worker
    this.#folder = folder
  }

  static open(options: WorkerOptions, log: Log): Promise<Client> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options, name: 'store' })
    const client = new Client(worker, options.folder)
    // SQLite's own closing of the log would leave the page sums behind.
    const forget = () => rmSync(filesIn(options.folder).sums, { force: true })
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'replies') client.#settle(message.replies)
        else if (message.kind === 'log') log(message.level, message.message, message.facts)
        else if (message.failure) reject(errorOf(message.failure, options.folder))
        else {
          process.once('exit', forget)
          resolve(client)
        }
      })
      worker.on('error', (error) => {
        forget()
        reject(error)
        client.#end(
          new StoreError('STORE_GONE', `The store's thread failed: ${error.message}`, { cause: error }),
        )
      })
      worker.on('exit', () => {
        process.removeListener('exit', forget)
        client.#end(new StoreClosedError())
      })
    })
  }

  ask(request: Ask): Promise<Done> {
    if (this.#gone) return Promise.reject(this.#gone)
    return new Promise((resolve, reject) => {
      const id = this.#next++
      this.#waiting.set(id, { resolve, reject })
      if (this.#batch.length === 0) atEndOfTurn(() => this.#send())
      this.#batch.push({ ...request, id })
    })
  }

  async close(): Promise<void> {
    if (this.#gone) return
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    await this.ask({ kind: 'close' })
    await ended
  }

  #send(): void {
    const batch = this.#batch
    this.#batch = []
    if (!this.#gone) this.#worker.postMessage(batch)
  }

  #settle(replies: readonly Reply[]): void {
    for (const reply of replies) {
      const waiting = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if (reply.ok) waiting?.resolve(reply)
      else waiting?.reject(errorOf(reply.failure, this.#folder))
    }
  }

  #end(error: Error): void {
    this.#gone ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#gone)
    this.#waiting.clear()
  }
}
