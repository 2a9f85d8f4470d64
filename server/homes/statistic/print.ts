import { Worker } from 'node:worker_threads'
import type { FleetPrint } from './fleet-print.ts'
import type { Report } from './report.ts'

/** What can be printed; plain data, since a thread makes it. */
export type Printable = { of: 'gateway'; report: Report } | { of: 'fleet'; report: FleetPrint }

/** A report is made in a fraction of this. */
const PATIENCE_MS = 20_000

let last: Promise<unknown> = Promise.resolve()

/** One after the other, each in a thread that takes fonts and memory away with it. */
export function printed(report: Printable): Promise<Buffer> {
  const next = last.then(
    () => make(report),
    () => make(report),
  )
  last = next
  return next
}

function make(report: Printable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./report-thread.ts', import.meta.url), {
      workerData: report,
      name: 'report',
    })
    const late = setTimeout(() => {
      void worker.terminate()
      reject(new Error('The report took too long'))
    }, PATIENCE_MS)
    worker.once('message', (made: Uint8Array) => resolve(Buffer.from(made)))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(late)
      reject(new Error('The report was not made'))
    })
  })
}
