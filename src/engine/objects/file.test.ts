import { describe, expect, test } from 'vitest'
import { withDeviceIds } from '#gateway/lib/homes/floor-layout.ts'
import { fileText, readFile } from './file.ts'

describe('a file of objects', () => {
  test('is read as it was written, its kind before its contents', () => {
    const text = fileText('gatehouse.rooms', { floors: [] })
    expect(text.indexOf('kind')).toBeLessThan(text.indexOf('floors'))
    expect(readFile(text)).toEqual({ kind: 'gatehouse.rooms', floors: [] })
  })

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['more than any home', JSON.stringify({ floors: 'x'.repeat(2_000_000) })],
    [
      'nested without end',
      `{"floors":[{"rooms":[${'{"devices":'.repeat(100_000)}1${'}'.repeat(100_000)}]}]}`,
    ],
  ])('that is %s is none', (_what, text) => {
    expect(readFile(text, withDeviceIds)).toBeUndefined()
  })
})
