import { describe, expect, test } from 'vitest'
import { imageOf } from './image-data.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const safe = (bytes: readonly number[] | string): string => {
  const text = typeof bytes === 'string' ? bytes : String.fromCharCode(...bytes)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

describe('B-05 the picture in an address', () => {
  // 1.2-023
  test.each([
    ['a PNG', PNG, 'image/png'],
    ['a JPEG', JPEG, 'image/jpeg'],
  ])('%s is known by its first bytes', (_name, bytes, type) => {
    const image = imageOf(safe([...bytes, 1, 2, 3]))
    expect(image?.type).toBe(type)
    expect(image?.size).toBe(bytes.length + 3)
  })

  // 1.2-024
  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['SVG', safe('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', safe('<!doctype html><script>alert(1)</script>')],
    ['a GIF', safe('GIF89a')],
    ['a PNG cut before its mark is whole', safe(PNG.slice(0, 7))],
    ['an address with data', 'data:text/html,<script>alert(1)</script>'],
    ['an address with a picture', `data:image/png;base64,${safe(PNG)}`],
    ['ordinary base64', 'iVBORw0KGgo+/'],
    ['no base64 at all', 'a'],
  ])('%s is no picture', (_name, code) => expect(imageOf(code)).toBeUndefined())

  test('at most 64 KB, and nothing longer is even decoded', () => {
    const most = 'A'.repeat(64 * 1024 - PNG.length)
    const head = String.fromCharCode(...PNG)
    expect(imageOf(safe(head + most))?.size).toBe(64 * 1024)
    expect(imageOf(safe(`${head}${most}AA`))).toBeUndefined()
    expect(imageOf('A'.repeat(10_000_000))).toBeUndefined()
  })
})
