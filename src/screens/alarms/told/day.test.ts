import { expect, test } from 'vitest'
import { minuteOf, partsOf, timeOf } from './day.ts'

test.each([
  ['00:00', 0],
  ['06:05', 365],
  ['23:59', 1439],
])('%s is so many minutes after midnight: %i', (time, minute) => {
  expect(minuteOf(time)).toBe(minute)
  expect(timeOf(minute)).toBe(time)
})

test.each([
  ['12:00', '18:00', [{ from: 50, share: 25 }]],
  [
    '18:00',
    '06:00',
    [
      { from: 0, share: 25 },
      { from: 75, share: 25 },
    ],
  ],
  ['18:00', '00:00', [{ from: 75, share: 25 }]],
  ['07:00', '07:00', []],
])('from %s until %s a bar of a day is filled at %j', (from, until, parts) => {
  expect(partsOf(minuteOf(from), minuteOf(until))).toEqual(parts)
})
