import { expect, test } from 'vitest'
import { hoursText, periodsOf, runsOf, sharesOf, weekOf } from './hours.ts'

const working = { from: '08:00', until: '18:00' }
const week = [working, working, working, working, working, null, { from: '10:00', until: '12:00' }]

test('days with the same hours are one period, and come apart again', () => {
  const periods = periodsOf(week)
  expect(periods).toEqual([
    { days: [0, 1, 2, 3, 4], ...working },
    { days: [6], from: '10:00', until: '12:00' },
  ])
  expect(weekOf(periods)).toEqual(week)
})

test('days that follow one another are said as one', () => {
  expect(runsOf([4, 0, 1, 6])).toEqual([
    { first: 0, last: 1 },
    { first: 4, last: 4 },
    { first: 6, last: 6 },
  ])
  expect(hoursText(periodsOf(week), 'en-GB')).toBe('Mon–Fri 08:00–18:00, Sun 10:00–12:00')
  expect(hoursText(periodsOf(week), 'de-CH')).toBe('Mo–Fr 08:00–18:00, So 10:00–12:00')
})

test('what is open of each day ends at midnight and goes on the day after, from Sunday on Monday', () => {
  const night = { from: '18:00', until: '06:00' }
  expect(sharesOf([{ days: [6], ...night }])).toEqual([
    [{ from: 0, until: 0.25 }],
    ...[[], [], [], [], []],
    [{ from: 0.75, until: 1 }],
  ])
  expect(sharesOf([{ days: [2], from: '12:00', until: '00:00' }])[3]).toEqual([])
})
