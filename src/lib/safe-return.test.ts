import { describe, expect, test } from 'vitest'
import { redirectVectors } from '../../tests/support/redirect-vectors.ts'
import { safeReturn } from './safe-return.ts'

const home = 'https://home.example'

describe('B-06 A-10 where somebody may be sent', () => {
  test.each(redirectVectors)('B-06 never to %j, also when places beside it are allowed', (vector) => {
    expect(safeReturn(vector, home)).toBeUndefined()
    expect(safeReturn(vector, home, ['https://voice.example/link', 'example.pocket:/done'])).toBeUndefined()
  })

  test.each([
    ['/', '/'],
    ['/devices', '/devices'],
    ['/devices/device/47?tab=1#top', '/devices/device/47?tab=1#top'],
    ['/scenes?name=a%2Fb', '/scenes?name=a%2Fb'],
    ['https://home.example/gtw_settings', '/gtw_settings'],
  ])('B-06 %s is a place of our own', (target, path) => {
    expect(safeReturn(target, home)).toBe(path)
  })

  test('B-06 other places only when they are allowed: an origin with all its pages, an address with any query', () => {
    const allowed = ['https://portal.example', 'https://voice.example/link', 'example.pocket.remote:/done']
    const to = (target: string) => safeReturn(target, home, allowed)
    expect(to('https://portal.example/account?x=1')).toBe('https://portal.example/account?x=1')
    expect(to('https://voice.example/link?code=1&state=%2F')).toBe(
      'https://voice.example/link?code=1&state=%2F',
    )
    expect(to('example.pocket.remote:/done?code=1')).toBe('example.pocket.remote:/done?code=1')
    expect(to('https://voice.example/other')).toBeUndefined()
    expect(to('https://voice.example:444/link')).toBeUndefined()
    expect(to('http://portal.example/')).toBeUndefined()
    expect(to('example.pocket.other:/done')).toBeUndefined()
  })

  test('B-06 nothing that would run, even if a deployment allows it', () => {
    expect(safeReturn('javascript:alert(1)', home, ['javascript:alert(1)'])).toBeUndefined()
    expect(safeReturn('data:text/html,x', home, ['data:text/html,x'])).toBeUndefined()
  })

  test('B-06 nothing at all leads nowhere', () => {
    for (const nothing of [undefined, null, '', `/${'a'.repeat(3000)}`])
      expect(safeReturn(nothing, home)).toBeUndefined()
  })
})
