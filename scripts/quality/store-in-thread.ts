/**
 * A mutant is switched on in the thread of the tests alone: so the database, which has a thread of its own in the
 * product, works in that of the tests here. It is quicker, too.
 */
import { vi } from 'vitest'
import type { WorkerOptions } from '#server/store/sqlite/protocol.ts'

vi.mock('node:worker_threads', async (original) => {
  const { EventEmitter } = await import('node:events')
  const threads = await original<typeof import('node:worker_threads')>()

  /** As much of a thread as the client of the database asks for. */
  class Thread extends EventEmitter {
    readonly #line = new threads.MessageChannel()

    constructor(_file: URL, { workerData }: { workerData: WorkerOptions }) {
      super()
      const { port1: here, port2: there } = this.#line
      here.on('message', (message) => this.emit('message', message))
      here.on('close', () => this.emit('exit', 0))
      void import('#server/store/sqlite/worker.ts').then(({ serve }) => serve(there, workerData))
    }

    postMessage(message: unknown): void {
      this.#line.port1.postMessage(message)
    }
  }

  return { ...threads, Worker: Thread, parentPort: null }
})
