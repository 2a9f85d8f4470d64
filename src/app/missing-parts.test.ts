import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadOnMissingPart } from './missing-parts.ts'

describe('U-05 a part that is gone since a new version was rolled out', () => {
  const reload = vi.fn<() => void>()
  let stop: () => void
  beforeEach(() => {
    sessionStorage.clear()
    reload.mockClear()
    stop = reloadOnMissingPart(reload)
  })
  afterEach(() => stop())

  test('loads the page anew, once; a part that is still missing then is shown as failed', () => {
    const first = new Event('vite:preloadError', { cancelable: true })
    dispatchEvent(first)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(first.defaultPrevented).toBe(true)
    const second = new Event('vite:preloadError', { cancelable: true })
    dispatchEvent(second)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(second.defaultPrevented).toBe(false)
  })
})
