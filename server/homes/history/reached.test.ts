import { expect, test } from 'vitest'
import { NONE } from './points.ts'
import { reachedOf } from './reached.ts'

const range = { from: 1000, to: 2000 }

test.each([
  ['nothing is known', NONE, undefined],
  ['there since before', { times: [500], values: [1] }, 100],
  ['away for a quarter', { times: [500, 1500, 1750], values: [1, 0, 1] }, 75],
  ['known for its second half only', { times: [1500, 1750], values: [1, 0] }, 50],
  ['what comes after counts not', { times: [500, 2500], values: [0, 1] }, 0],
  ['in part of a percent', { times: [1000, 1999], values: [1, 0] }, 99.9],
])('how long a gateway was there: %s', (_, points, percent) => {
  expect(reachedOf(points, range)).toBe(percent)
})
