import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SunEvent, solarNoon, sunHeight, sunMoment } from './sun.ts'
import { noaaMoment } from './testing/noaa.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const EVENTS: readonly { event: SunEvent; zenith: number; rises: boolean }[] = [
  { event: 'dawn', zenith: 96, rises: true },
  { event: 'sunrise', zenith: 90.833, rises: true },
  { event: 'sunset', zenith: 90.833, rises: false },
  { event: 'dusk', zenith: 96, rises: false },
]
/** Noon by the sun, nearly: where the hours of a day are counted from. */
const noonOf = (day: number, longitude: number): number => day + DAY / 2 - longitude * 4 * MINUTE

const PLACES = [
  ['Quito', -0.18, -78.47],
  ['Winterthur', 47.5, 8.73],
  ['Sydney', -33.87, 151.21],
  ['Reykjavík', 64.15, -21.94],
  ['Tromsø', 69.65, 18.96],
] as const

describe.each(PLACES)('the sun in %s over a year', (_, latitude, longitude) => {
  const place = { latitude, longitude }

  test.each(EVENTS)('$event comes within a minute of what NOAA computes', ({ event, zenith, rises }) => {
    let compared = 0
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += DAY) {
      const own = sunMoment(event, noonOf(day, longitude), place)
      const wanted = noaaMoment(day, { latitude, longitude, zenith, rises })
      if (wanted === undefined) {
        expect(own, new Date(day).toISOString()).toBeTypeOf('string')
        continue
      }
      compared++
      expect(own, new Date(day).toISOString()).toBeTypeOf('number')
      expect(Math.abs(Number(own) - wanted), new Date(day).toISOString()).toBeLessThan(MINUTE)
    }
    expect(compared).toBeGreaterThan(200)
  })
})

test('in the polar night the sun stays below, on polar days above, and twilight comes when it does', () => {
  const place = { latitude: 69.65, longitude: 18.96 }
  const at = (month: number, day: number): number => noonOf(Date.UTC(2026, month - 1, day), place.longitude)
  expect(sunMoment('sunrise', at(12, 21), place)).toBe('below')
  expect(sunMoment('dawn', at(12, 21), place)).toBeTypeOf('number')
  expect(sunMoment('sunset', at(6, 21), place)).toBe('above')
  expect(sunMoment('dusk', at(6, 21), place)).toBe('above')
})

test('dawn, sunrise, noon, sunset and dusk follow one another, on either side of the date line', () => {
  for (const longitude of [-179.9, -90, 0, 90, 179.9])
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 7 * DAY) {
      const place = { latitude: 47, longitude }
      const near = noonOf(day, longitude)
      const moments = [
        sunMoment('dawn', near, place),
        sunMoment('sunrise', near, place),
        solarNoon(near, place),
        sunMoment('sunset', near, place),
        sunMoment('dusk', near, place),
      ].map(Number)
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
      expect(Number(moments[4]) - Number(moments[0])).toBeLessThan(DAY)
    }
})

test('at noon the sun stands as high as the latitude and the season say', () => {
  const place = { latitude: 47.5, longitude: 8.73 }
  const high = (month: number): number =>
    sunHeight(solarNoon(noonOf(Date.UTC(2026, month, 21), place.longitude), place), place)
  expect(high(5)).toBeCloseTo(90 - 47.5 + 23.44, 1)
  expect(high(11)).toBeCloseTo(90 - 47.5 - 23.44, 1)
})

test('what almanacs print for Zürich on the longest day of 2026: up at 05:29, down at 21:26 by Swiss clocks', () => {
  const place = { latitude: 47.38, longitude: 8.54 }
  const near = Date.UTC(2026, 5, 21, 12)
  expect(new Date(Number(sunMoment('sunrise', near, place))).toISOString()).toMatch(/^2026-06-21T03:29/)
  expect(new Date(Number(sunMoment('sunset', near, place))).toISOString()).toMatch(/^2026-06-21T19:26/)
})

test('each comes at the first whole second at which it has come', () => {
  const heights = { dawn: -6, sunrise: -0.833, sunset: -0.833, dusk: -6 }
  fc.assert(
    fc.property(
      fc.constantFrom<SunEvent>('dawn', 'sunrise', 'sunset', 'dusk'),
      fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }),
      fc.record({
        latitude: fc.double({ min: -70, max: 70, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
      (event, near, place) => {
        const at = sunMoment(event, near, place)
        if (typeof at === 'string') return
        const rises = event === 'dawn' || event === 'sunrise'
        const has = (moment: number): boolean => sunHeight(moment, place) >= heights[event] === rises
        expect([has(at - 1000), has(at)]).toEqual([false, true])
      },
    ),
    { numRuns: 20_000 },
  )
})
