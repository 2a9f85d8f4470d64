import { expect, test, vi } from 'vitest'
import { reloadOnMissingPart } from './missing-parts.ts'

test('U-05 a part that is gone since a new version was rolled out loads the page anew, once', () => {
  sessionStorage.clear()
  const events = new EventTarget()
  const reload = vi.fn<() => void>()
  reloadOnMissingPart({ events, reload })
  const first = new Event('vite:preloadError', { cancelable: true })
  events.dispatchEvent(first)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(first.defaultPrevented).toBe(true)
  // One that is still missing after that is shown as failed.
  const second = new Event('vite:preloadError', { cancelable: true })
  events.dispatchEvent(second)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(second.defaultPrevented).toBe(false)
})
