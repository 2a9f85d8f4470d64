import { Worker } from 'node:worker_threads'
import type { CalendarEvent, Span } from './events.ts'

/** What is looked for in a calendar; plain data, since a thread does it. */
export interface Expansion {
  text: string
  span: Span
  words: string
}

/** The largest calendars that are taken are read in a fraction of this. */
const PATIENCE_MS = 10_000

let last: Promise<unknown> = Promise.resolve()

/**
 * The events of a calendar. One after the other, each in a thread: what never ends, or wants all memory, is ended with it.
 * Resolves with `malformed` where it is no calendar, and `slow` where it does not come to an end.
 */
export function expanded(wanted: Expansion): Promise<readonly CalendarEvent[] | 'malformed' | 'slow'> {
  const next = last.then(
    () => expand(wanted),
    () => expand(wanted),
  )
  last = next
  return next
}

function expand(wanted: Expansion): Promise<readonly CalendarEvent[] | 'malformed' | 'slow'> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./calendar-thread.ts', import.meta.url), {
      workerData: wanted,
      name: 'calendar',
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    const late = setTimeout(() => void worker.terminate(), PATIENCE_MS)
    worker.once('message', ({ events }: { events?: CalendarEvent[] }) => resolve(events ?? 'malformed'))
    worker.once('error', () => resolve('slow'))
    worker.once('exit', () => {
      clearTimeout(late)
      resolve('slow')
    })
  })
}
