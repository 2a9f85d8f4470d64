import { globSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetMissingStyles, reachable, reloadOnMissingPart } from './missing-parts.ts'

beforeEach(() => sessionStorage.clear())

const missing = () => new Event('vite:preloadError', { cancelable: true })

test('U-05 a part that is gone since a new version was rolled out loads the page anew, once', async () => {
  const events = new EventTarget()
  const reload = vi.fn<() => void>()
  const reachable = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
  const goes = reloadOnMissingPart({ events, reachable, reload })
  expect(await goes()).toBe(false)
  events.dispatchEvent(missing())
  expect(await goes()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(1)
  // One that is still missing after that is shown as failed.
  events.dispatchEvent(missing())
  expect(reachable).toHaveBeenCalledTimes(1)
})

test('U-05 many parts that are missing at once ask one question', () => {
  const events = new EventTarget()
  const reachable = vi.fn<() => Promise<boolean>>().mockReturnValue(new Promise(() => {}))
  reloadOnMissingPart({ events, reachable, reload: () => {} })
  for (let part = 0; part < 5; part++) events.dispatchEvent(missing())
  expect(reachable).toHaveBeenCalledTimes(1)
})

test('U-05 a server that does not answer leaves the page as it is', async () => {
  const events = new EventTarget()
  const reload = vi.fn<() => void>()
  const goes = reloadOnMissingPart({ events, reachable: async () => false, reload })
  events.dispatchEvent(missing())
  expect(await goes()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test('U-05 a server that takes the question and never answers is none', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  try {
    const events = new EventTarget()
    const goes = reloadOnMissingPart({ events, reachable, reload: () => {} })
    events.dispatchEvent(missing())
    const answer = goes()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await answer).toBe(false)
  } finally {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

test('a style sheet that did not come is asked for again with its part; all else stays', () => {
  const page = document.implementation.createHTMLDocument()
  page.head.innerHTML =
    '<link rel="stylesheet" href="a"><link rel="stylesheet" href="b"><link rel="icon" href="c">'
  forgetMissingStyles(page)
  for (const name of ['a', 'c']) page.querySelector(`[href="${name}"]`)?.dispatchEvent(new Event('error'))
  page.querySelector('[href="b"]')?.dispatchEvent(new Event('load'))
  expect([...page.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual(['b', 'c'])
})

// The bundler takes all that hangs on an import for a part of it: a call that was refused would count as a missing part.
test('nothing hangs on an import but what it brings', () => {
  const files = globSync('{src,widgets}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(500)
  const hanging = files.filter((file) => /import\('[^']+'\)\s*\.then\(/.test(readFileSync(file, 'utf8')))
  expect(hanging).toEqual([])
})
