import { expect, test } from 'vitest'
import { sumsOf } from './sums.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const LONG_AGO = Date.UTC(2026, 0, 1)

test('a week has seven days, today among them, and what ran on others does not count', () => {
  const days = [
    { day: '2026-11-20', done: 9, took: 9000, longest: 9000 },
    { day: '2026-11-21', done: 2, failed: 1, took: 9000, longest: 5000 },
    { day: '2026-11-27', done: 3, stopped: 1, missed: 4, throttled: 1, took: 3000, longest: 2000 },
  ]
  const sums = sumsOf({ since: LONG_AGO, days }, 7, NOW, 'UTC')
  expect(sums.days.map(({ runs, vain }) => [runs, vain])).toEqual([
    [3, 1],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [4, 0],
  ])
  expect(sums).toMatchObject({
    ...{ runs: 7, ends: { done: 5, failed: 1, stopped: 1, partly: 0 }, missed: 4, throttled: 1 },
    ...{ usual: 12_000 / 7, longest: 5000, counted: 7, since: undefined },
  })
})

test('where counting began within the period, only these days are counted, and it is said', () => {
  const since = Date.UTC(2026, 10, 26, 8)
  expect(sumsOf({ since, days: [] }, 7, NOW, 'UTC')).toMatchObject({ counted: 2, since, usual: undefined })
  expect(sumsOf({ since: NOW, days: [] }, 30, NOW, 'UTC').counted).toBe(1)
})

test('today is the day of the home, wherever somebody looks from', () => {
  const late = Date.UTC(2026, 10, 27, 23, 30)
  const days = [{ day: '2026-11-28', done: 1, took: 0, longest: 0 }]
  expect(sumsOf({ since: LONG_AGO, days }, 7, late, 'Europe/Zurich').runs).toBe(1)
  expect(sumsOf({ since: LONG_AGO, days }, 7, late, 'UTC').runs).toBe(0)
})
