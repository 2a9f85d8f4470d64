import { expect, test } from 'vitest'
import { isLocked } from './lock-status.ts'

const TOP = 2 ** 31

// 1.4-041 3.4-084
test.each([[TOP], [TOP + 3], [2 ** 32 - 2], [String(TOP)]])(
  'V-06 a status with the top bit set, %s, means PIN locked',
  (status) => {
    expect(isLocked(status)).toBe(true)
  },
)

// 1.4-042 3.4-084
test('V-06 a status of all ones, 4294967295, does not mean PIN locked', () => {
  expect(isLocked(2 ** 32 - 1)).toBe(false)
})

// 3.4-085
test.each([
  [0],
  [1],
  [TOP - 1],
  [-1],
  [-TOP],
  [2 ** 32],
  [2 ** 33 + TOP],
  [Number.NaN],
  [1.5],
  [null],
  [undefined],
  ['locked'],
  ['-1'],
])('V-06 a status of %s is not locked', (status) => {
  expect(isLocked(status)).toBe(false)
})
