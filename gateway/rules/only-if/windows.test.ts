import { describe, expect, test } from 'vitest'
import type { DateSpan, TimeWindow, Week } from '#schemas/generated/entities/rule.ts'
import { isOnDates, isWithin } from './windows.ts'

const daily: Week = [true, true, true, true, true, true, true]
const friday: Week = [false, false, false, false, true, false, false]
const zurich = { zone: 'Europe/Zurich', place: { latitude: 47.5, longitude: 8.73 } }
const tromso = { zone: 'Europe/Oslo', place: { latitude: 69.65, longitude: 18.96 } }
const utc = (text: string): number => Date.parse(text)
const clock = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return { hour, minute }
}
const between = (from: string, to: string, repeating: Week = daily): TimeWindow => ({
  from: clock(from),
  to: clock(to),
  repeating,
})

describe('between two times', () => {
  test.each([
    ['2026-11-25T20:59:59Z', false],
    ['2026-11-25T21:00:00Z', true],
    ['2026-11-26T04:59:59Z', true],
    ['2026-11-26T05:00:00Z', false],
  ])('over midnight: its first moment is in, its last is not (%s)', (at, within) => {
    expect(isWithin(between('22:00', '06:00'), zurich, utc(at))).toBe(within)
  })

  test('the weekday is that on which it begins: Saturday at three belongs to Friday', () => {
    const night = between('22:00', '06:00', friday)
    expect(isWithin(night, zurich, utc('2026-11-27T21:30:00Z'))).toBe(true)
    expect(isWithin(night, zurich, utc('2026-11-28T02:00:00Z'))).toBe(true)
    expect(isWithin(night, zurich, utc('2026-11-27T02:00:00Z'))).toBe(false)
    expect(isWithin(night, zurich, utc('2026-11-28T21:30:00Z'))).toBe(false)
  })

  test('without times it is the whole day, by the clocks of the home', () => {
    const whole = { repeating: friday }
    expect(isWithin(whole, zurich, utc('2026-11-26T22:59:59Z'))).toBe(false)
    expect(isWithin(whole, zurich, utc('2026-11-26T23:00:00Z'))).toBe(true)
    expect(isWithin(whole, zurich, utc('2026-11-27T22:59:59Z'))).toBe(true)
    expect(isWithin(whole, zurich, utc('2026-11-27T23:00:00Z'))).toBe(false)
  })

  test('in spring what begins in the hour that is left out begins after it', () => {
    const early = between('02:30', '04:00')
    expect(isWithin(early, zurich, utc('2026-03-29T00:59:59Z'))).toBe(false)
    expect(isWithin(early, zurich, utc('2026-03-29T01:00:00Z'))).toBe(true)
    expect(isWithin(early, zurich, utc('2026-03-29T02:00:00Z'))).toBe(false)
  })

  test('in autumn what ends in the hour that comes twice ends the first time', () => {
    const night = between('22:00', '02:30')
    expect(isWithin(night, zurich, utc('2026-10-25T00:29:59Z'))).toBe(true)
    expect(isWithin(night, zurich, utc('2026-10-25T00:30:00Z'))).toBe(false)
    expect(isWithin(night, zurich, utc('2026-10-25T01:15:00Z'))).toBe(false)
  })
})

describe('between the sun and a time', () => {
  const sunset = { sun: { event: 'sunset' as const } }
  const sunrise = { sun: { event: 'sunrise' as const } }

  test('from sunset to eleven, where the home is', () => {
    const evening = { from: sunset, to: clock('23:00'), repeating: daily }
    expect(isWithin(evening, zurich, utc('2026-11-25T15:20:00Z'))).toBe(false)
    expect(isWithin(evening, zurich, utc('2026-11-25T16:00:00Z'))).toBe(true)
    expect(isWithin(evening, zurich, utc('2026-11-25T22:00:00Z'))).toBe(false)
    expect(isWithin(evening, { zone: 'Europe/Zurich' }, utc('2026-11-25T16:00:00Z'))).toBeUndefined()
  })

  test('from sunset to sunrise is all of the polar night, and nothing of the polar day', () => {
    const dark = { from: sunset, to: sunrise, repeating: daily }
    expect(isWithin(dark, tromso, utc('2026-12-24T11:00:00Z'))).toBe(true)
    expect(isWithin(dark, tromso, utc('2026-06-24T23:00:00Z'))).toBe(false)
  })

  test('twelve hours before a sunrise may be the evening before', () => {
    const long = {
      from: { sun: { event: 'sunrise' as const, offset: -43_200_000 } },
      to: sunrise,
      repeating: daily,
    }
    expect(isWithin(long, zurich, utc('2026-11-25T19:00:00Z'))).toBe(true)
    expect(isWithin(long, zurich, utc('2026-11-25T12:00:00Z'))).toBe(false)
  })
})

describe('between two dates', () => {
  const on = (from: DateSpan['from'], to: DateSpan['to'], at: string): boolean =>
    isOnDates({ from, to }, 'Europe/Zurich', utc(at))
  const advent = [
    { month: 12, day: 1 },
    { month: 1, day: 6 },
  ] as const

  test('every year, over New Year, both days included', () => {
    expect(on(...advent, '2026-11-30T22:59:59Z')).toBe(false)
    expect(on(...advent, '2026-11-30T23:00:00Z')).toBe(true)
    expect(on(...advent, '2027-01-06T22:59:59Z')).toBe(true)
    expect(on(...advent, '2027-01-06T23:00:00Z')).toBe(false)
  })

  test('of one year only', () => {
    const [from, to] = [
      { year: 2026, month: 7, day: 11 },
      { year: 2026, month: 7, day: 25 },
    ] as const
    expect(on(from, to, '2026-07-11T10:00:00Z')).toBe(true)
    expect(on(from, to, '2026-07-26T10:00:00Z')).toBe(false)
    expect(on(from, to, '2027-07-12T10:00:00Z')).toBe(false)
  })

  test('29 February comes in some years', () => {
    const leap = { month: 2, day: 29 }
    expect(on(leap, leap, '2028-02-29T12:00:00Z')).toBe(true)
    expect(on(leap, leap, '2027-02-28T12:00:00Z')).toBe(false)
    expect(on(leap, leap, '2027-03-01T12:00:00Z')).toBe(false)
  })
})
