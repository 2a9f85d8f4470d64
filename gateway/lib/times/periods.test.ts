import { describe, expect, test } from 'vitest'
import { openNow } from './periods.ts'

const ZONE = 'Europe/Zurich'
const at = (time: string) => Date.parse(time)
const week = [0, 1, 2, 3, 4, 5, 6]

describe('hours by the clocks of a home', () => {
  test('without any it is always time', () => {
    expect(openNow([], at('2026-11-26T03:00:00Z'), ZONE)).toEqual({ open: true })
  })

  test.each([
    ['before', '2026-11-26T06:59:59Z', false, '2026-11-26T07:00:00Z'],
    ['at its beginning', '2026-11-26T07:00:00Z', true, '2026-11-26T17:00:00Z'],
    ['within', '2026-11-26T16:59:59Z', true, '2026-11-26T17:00:00Z'],
    ['at its end', '2026-11-26T17:00:00Z', false, '2026-11-27T07:00:00Z'],
    ['on a day without one', '2026-11-28T10:00:00Z', false, '2026-11-30T07:00:00Z'],
  ])('%s of a working day', (_, time, open, until) => {
    const working = [{ days: [0, 1, 2, 3, 4], from: '08:00', until: '18:00' }]
    expect(openNow(working, at(time), ZONE)).toEqual({ open, until: at(until) })
  })

  test('an end at or before the beginning lies on the next day', () => {
    const night = [{ days: [3], from: '22:00', until: '06:00' }]
    expect(openNow(night, at('2026-11-27T04:59:00Z'), ZONE)).toEqual({
      open: true,
      until: at('2026-11-27T05:00:00Z'),
    })
    expect(openNow(night, at('2026-11-28T04:59:00Z'), ZONE)).toMatchObject({ open: false })
  })

  test('periods that follow one another are one, also around the whole week', () => {
    const two = [
      { days: [3], from: '08:00', until: '12:00' },
      { days: [3], from: '12:00', until: '14:00' },
    ]
    expect(openNow(two, at('2026-11-26T08:00:00Z'), ZONE)).toEqual({
      open: true,
      until: at('2026-11-26T13:00:00Z'),
    })
    const always = [{ days: week, from: '00:00', until: '00:00' }]
    expect(openNow(always, at('2026-11-26T08:00:00Z'), ZONE)).toEqual({ open: true })
  })

  test('goes by the clocks where they are changed', () => {
    const early = [{ days: week, from: '02:30', until: '04:00' }]
    // The day in spring that has no half past two begins it with the first moment after the gap.
    expect(openNow(early, at('2026-03-29T00:59:59Z'), ZONE)).toEqual({
      open: false,
      until: at('2026-03-29T01:00:00Z'),
    })
    expect(openNow(early, at('2026-03-29T01:00:00Z'), ZONE)).toEqual({
      open: true,
      until: at('2026-03-29T02:00:00Z'),
    })
  })
})
