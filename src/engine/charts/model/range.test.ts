import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dayAfter,
  dayOf,
  daysBefore,
  daysBetween,
  daysWithin,
  isDay,
  monthsBefore,
  moved,
  rangeOfDays,
  recordedDays,
  ticksIn,
  zoomed,
} from './range.ts'

const ZONE = 'Europe/Zurich'
const HOUR = 3_600_000
const zones = fc.constantFrom(ZONE, 'UTC', 'America/St_Johns', 'Pacific/Chatham', 'Asia/Kathmandu')
const days = fc.integer({ min: 0, max: 4000 }).map((count) => dayAfter('2020-01-01', count))

test('2.5-051 3.5-073 the last day counts to 23:59:59, also where it has 23 or 25 hours', () => {
  const { from, to } = rangeOfDays('2026-11-14', '2026-11-20', ZONE)
  expect(new Date(from).toISOString()).toBe('2026-11-13T23:00:00.000Z')
  expect(new Date(to - 1).toISOString()).toBe('2026-11-20T22:59:59.999Z')
  const hours = (day: string) => {
    const range = rangeOfDays(day, day, ZONE)
    return (range.to - range.from) / HOUR
  }
  expect(hours('2026-03-29')).toBe(23)
  expect(hours('2026-10-25')).toBe(25)
})

test('2.5-049 2.5-050 2.9-037 3.5-072 the last six months may be looked at, and no day after today', () => {
  const within = recordedDays('2026-08-31', 6)
  expect(within).toEqual({ first: '2026-02-28', last: '2026-08-31' })
  expect(daysWithin({ first: '2025-01-01', last: '2027-01-01' }, within)).toEqual(within)
  expect(daysWithin({ first: '2026-08-20', last: '2026-08-10' }, within)).toEqual({
    first: '2026-08-10',
    last: '2026-08-20',
  })
  expect(daysWithin({ first: '2026-09-01', last: '2026-09-02' }, within)).toBeUndefined()
})

test('days belong together without a hole, whatever the clocks of the home do', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 190 }), zones, (first, more, zone) => {
      const last = dayAfter(first, more)
      expect(daysBetween(first, last)).toBe(more + 1)
      const range = rangeOfDays(first, last, zone)
      expect(range.to).toBe(rangeOfDays(dayAfter(last, 1), dayAfter(last, 1), zone).from)
      expect(dayOf(range.from, zone)).toBe(first)
      expect(dayOf(range.to - 1, zone)).toBe(last)
      const before = daysBefore({ first, last })
      expect(daysBetween(before.first, before.last)).toBe(more + 1)
      expect(rangeOfDays(before.first, before.last, zone).to).toBe(range.from)
    }),
  )
})

test('so many months ago is a day of that month', () => {
  expect(monthsBefore('2026-05-31', 6)).toBe('2025-11-30')
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 30 }), (day, months) => {
      const ago = monthsBefore(day, months)
      expect(isDay(ago)).toBe(true)
      const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
      expect(count(day) - count(ago)).toBe(months)
    }),
  )
})

test.each(['', '2026-02-30', '2026-1-1', '2026-13-01', 'today', '2026-01-01T00:00'])(
  '%j is no day',
  (text) => {
    expect(isDay(text)).toBe(false)
  },
)

test('whoever zooms and moves stays within the whole, and what is pointed at stays under the pointer', () => {
  const whole = { from: 1000, to: 101_000 }
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.boolean(),
          fc.double({ min: 0.1, max: 10, noNaN: true }),
          fc.double({ min: 0, max: 1, noNaN: true }),
        ),
      ),
      (steps) => {
        let seen = whole
        for (const [zoom, size, share] of steps) {
          const about = seen.from + share * (seen.to - seen.from)
          seen = zoom
            ? zoomed(seen, whole, about, size, 500)
            : moved(seen, whole, (share - 0.5) * 1000 * size)
          expect(seen.from).toBeGreaterThanOrEqual(whole.from)
          expect(seen.to).toBeLessThanOrEqual(whole.to + 1e-6)
          expect(seen.to - seen.from).toBeGreaterThan(499)
        }
      },
    ),
  )
  const { from, to } = zoomed(whole, whole, 51_000, 0.5, 500)
  expect([from, to]).toEqual([26_000, 76_000])
})

test('ticks stand at round times of the home, never more of them than there is room for', () => {
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 60_000, max: 183 * 24 * HOUR }),
      fc.integer({ min: 2, max: 12 }),
      zones,
      (day, length, most, zone) => {
        const { from } = rangeOfDays(day, day, zone)
        const ticks = ticksIn({ from, to: from + length }, most, zone)
        // A change of the clocks may shift one more in.
        expect(ticks.length).toBeLessThanOrEqual(most + 1)
        expect(ticks).toEqual([...new Set(ticks)].toSorted((a, b) => a - b))
        for (const at of ticks) {
          expect(at).toBeGreaterThanOrEqual(from)
          expect(at).toBeLessThan(from + length)
        }
      },
    ),
  )
  const week = ticksIn(rangeOfDays('2026-10-22', '2026-10-28', ZONE), 7, ZONE)
  expect(week.map((at) => dayOf(at, ZONE))).toEqual([
    '2026-10-22',
    '2026-10-23',
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
  ])
})
