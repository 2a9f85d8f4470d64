import { describe, expect, test } from 'vitest'
import { BrowserStorage } from './browser-storage.ts'

const forbidden = (): never => {
  throw new DOMException('denied', 'SecurityError')
}

/** A storage of which everything fails that may fail. */
function full(): Storage {
  const kept: Record<string, string> = { old: 'stays' }
  return Object.defineProperties(kept, {
    getItem: { value: (key: string) => kept[key] ?? null },
    setItem: {
      value: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    },
    removeItem: { value: (key: string) => delete kept[key] },
  }) as unknown as Storage
}

describe('U-05 a browser that keeps nothing', () => {
  test.each([
    ['because storage is forbidden', forbidden],
    ['because storage is full', full],
  ])('%s: what was to be kept lives as long as the page', (_why, find) => {
    const storage = new BrowserStorage(find)
    storage.setItem('gatehouse.session', 'mine')
    expect(storage.getItem('gatehouse.session')).toBe('mine')
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at))
    expect(keys).toContain('gatehouse.session')
    storage.removeItem('gatehouse.session')
    expect(storage.getItem('gatehouse.session')).toBeNull()
  })

  test('what was kept before is still read, and goes when it is taken away', () => {
    const storage = new BrowserStorage(full)
    expect(storage.getItem('old')).toBe('stays')
    storage.removeItem('old')
    expect(storage.getItem('old')).toBeNull()
  })
})
