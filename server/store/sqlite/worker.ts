import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { Executor } from './executor.ts'
import { failureOf } from './failures.ts'
import { openDatabase } from './open-database.ts'
import type { FromWorker, Request, WorkerOptions } from './protocol.ts'
import { Queue } from './queue.ts'
import { translated } from './sqlite-errors.ts'

/** The thread that owns the database: one wait for the disk serves all requests that came meanwhile (group commit). */
export function serve(port: MessagePort, { folder, commitDelay }: WorkerOptions): void {
  const tell = (message: FromWorker) => port.postMessage(message)
  try {
    const open = openDatabase(folder, (level, message, facts) => tell({ kind: 'log', level, message, facts }))
    const sleeper = new Int32Array(new SharedArrayBuffer(4))
    const slow = commitDelay > 0 ? () => void Atomics.wait(sleeper, 0, 0, commitDelay) : undefined
    const queue = new Queue(open, new Executor(open, slow), {
      reply: (replies) => tell({ kind: 'replies', replies }),
      log: (level, message, facts) => tell({ kind: 'log', level, message, facts }),
      closed: () => port.close(),
    })
    port.on('message', (first: readonly Request[]) => {
      queue.add(first)
      for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port))
        queue.add(more.message)
      queue.run()
    })
    tell({ kind: 'opened' })
  } catch (error) {
    tell({ kind: 'opened', failure: failureOf(translated(error)) })
    port.close()
  }
}

if (parentPort) serve(parentPort, workerData)
