import { expect, test } from 'vitest'
import { atLeast, compareVersions } from './versions.ts'

// 2.6-017
test('V-12 versions are compared number by number, so 4.9.0 is below 4.19.0', () => {
  expect(compareVersions('4.9.0', '4.19.0')).toBeLessThan(0)
  expect(atLeast('4.19.0', '4.9.0')).toBe(true)
})

test.each([
  ['4.19', '4.19.0', 0],
  ['v2.18.8', '2.18.8', 0],
  ['330', '321', 1],
  ['1.25.0', '1.25.0-rc1', -1],
  ['', '0.0.1', -1],
  ['3.5', '3.4.9', 1],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
})
