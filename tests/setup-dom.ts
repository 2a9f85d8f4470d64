import { clearTimeout, setTimeout } from 'node:timers'
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
})

// A busy machine takes its time.
configure({ asyncUtilTimeout: 5000 })

/*
 * What React puts off within a click it forgets, until something else is drawn: the test passes at its last moment, or fails
 * on a slower machine. Chunks and definitions that a click leads to are fetched in `beforeAll`.
 */
let forgotten = ''
const { error } = console
console.error = (...said: unknown[]) => {
  if (String(said[0]).includes('suspended inside an `act` scope')) forgotten = String(said[0])
  error(...said)
}

afterEach(() => {
  cleanup()
  const said = forgotten
  forgotten = ''
  expect(said).toBe('')
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  console.error = error
})
