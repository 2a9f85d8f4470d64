import { describe, expect, test } from 'vitest'
import type { SunTrigger, Week } from '#schemas/generated/entities/rule.ts'
import { sunMoment } from '../../lib/times/sun.ts'
import { nextSunMoment } from './sun-moments.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const week: Week = [true, true, true, true, true, true, true]
const sundays: Week = [false, false, false, false, false, false, true]
const home = { zone: 'Europe/Zurich', place: { latitude: 47.5, longitude: 8.73 } }
const tromso = { zone: 'Europe/Oslo', place: { latitude: 69.65, longitude: 18.96 } }

const at = (event: SunTrigger['sun']['event'], offset = 0, repeating: Week = week) => ({
  sun: { event, offset },
  repeating,
})
const iso = (moment: number | undefined): string | undefined =>
  moment === undefined ? undefined : new Date(moment).toISOString()
const utc = (text: string): number => Date.parse(text)

test('the moments of every day follow one another, also over the days on which clocks change', () => {
  let last = utc('2026-03-01T00:00:00Z')
  for (let days = 0; days < 300; days++) {
    const next = nextSunMoment(at('sunset'), home, last)
    expect(Number(next) - last, iso(last)).toBeGreaterThan(days === 0 ? 0 : DAY - 5 * 60_000)
    expect(Number(next) - last, iso(last)).toBeLessThan(DAY + 5 * 60_000)
    last = Number(next)
  }
})

test('it is that of the day, so much earlier or later', () => {
  const noon = utc('2026-11-25T11:00:00Z')
  const sunset = Number(sunMoment('sunset', noon, home.place))
  expect(iso(sunset)).toMatch(/^2026-11-25T15:3/)
  expect(nextSunMoment(at('sunset'), home, noon)).toBe(sunset)
  expect(nextSunMoment(at('sunset', -HOUR), home, noon)).toBe(sunset - HOUR)
  expect(nextSunMoment(at('sunset', 5 * HOUR), home, sunset)).toBe(sunset + 5 * HOUR)
  expect(Number(nextSunMoment(at('sunset'), home, sunset))).toBeGreaterThan(sunset + DAY - HOUR)
})

test('the weekday is the sun\u2019s: ten hours after Sunday\u2019s sunset is Monday', () => {
  const moment = nextSunMoment(at('sunset', 10 * HOUR, sundays), home, utc('2026-11-25T11:00:00Z'))
  expect(iso(moment)).toMatch(/^2026-11-30T01:3/)
})

describe('where the sun stays away or up', () => {
  test('it comes with the first day on which it rises again', () => {
    const moment = nextSunMoment(at('sunrise'), tromso, utc('2026-12-01T00:00:00Z'))
    expect(iso(moment)).toMatch(/^2027-01-1[4-8]T/)
  })

  test('at the pole it may be half a year away, and with weekdays a year or never', () => {
    const pole = { zone: 'UTC', place: { latitude: 90, longitude: 0 } }
    expect(nextSunMoment(at('sunset'), pole, utc('2026-06-01T00:00:00Z'))).toBeUndefined()
  })
})

test('without a place, and without a day, the sun brings nothing', () => {
  expect(nextSunMoment(at('sunset'), { zone: 'Europe/Zurich' }, 0)).toBeUndefined()
  const never: Week = [false, false, false, false, false, false, false]
  expect(nextSunMoment(at('sunset', 0, never), home, 0)).toBeUndefined()
})
