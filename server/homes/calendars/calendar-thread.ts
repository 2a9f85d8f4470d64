import { parentPort, workerData } from 'node:worker_threads'
import { eventsIn, MalformedCalendar } from './events.ts'
import type { Expansion } from './expanded.ts'

const { text, span, words } = workerData as Expansion
try {
  parentPort?.postMessage({ events: eventsIn(text, span, words) })
} catch (error) {
  parentPort?.postMessage({ malformed: error instanceof MalformedCalendar || error instanceof Error })
}
