import { clearTimeout, setTimeout } from 'node:timers'
import { format } from 'node:util'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'

/*
 * Runs before each file. The files of a worker share one jsdom, since making one takes longer than a file's tests; every
 * file begins with our modules unread and a page that nobody has been on.
 */
vi.resetModules()
for (const element of [document.documentElement, document.body])
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')

// jsdom's own frames stop for ever when a test of theirs begins or ends between fake timers and real ones. A frame that
// was asked for at the end of a file has no page any more, as in a browser that is closed.
Object.assign(globalThis, {
  requestAnimationFrame: (draw: FrameRequestCallback) =>
    Number(
      setTimeout(() => {
        if ('document' in globalThis) draw(performance.now())
      }, 16),
    ),
  cancelAnimationFrame: (frame: number) => clearTimeout(frame),
  // jsdom has none. What a home that nobody has imitated asks of the channel's stays without an answer.
  Worker: class {
    postMessage(): void {}
    addEventListener(): void {}
    terminate(): void {}
  },
})

// A busy machine takes its time.
configure({ asyncUtilTimeout: 5000 })

/*
 * What React complains of is a fault: a list without keys, a place in HTML that takes no such element. What it puts off
 * within a click it forgets, until something else is drawn: the test passes at its last moment, or fails on a slower
 * machine. Chunks and definitions that a click leads to are fetched in `beforeAll`.
 */
let complaint = ''
const { error } = console
/** What a test provokes and a boundary catches; what jsdom doesn't know; and that a test does not wait for all that it began. */
const PROVOKED = [
  /^%o/,
  /^The tag <%s> is unrecognized/,
  /not configured to support act/,
  /not wrapped in act/,
]
const isReacts = (): boolean => /node_modules\/react(?:-dom)?\//.test(new Error().stack?.split('\n')[3] ?? '')
console.error = (...said: unknown[]) => {
  const [text] = said
  if (typeof text === 'string' && isReacts() && !PROVOKED.some((one) => one.test(text)))
    complaint = format(...said)
  error(...said)
}

afterEach(() => {
  cleanup()
  const said = complaint
  complaint = ''
  expect(said).toBe('')
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  console.error = error
})
