import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimeTrigger } from '#schemas/generated/entities/rule.ts'
import { localOf } from '../../lib/times/zone.ts'
import { changes, wallIn } from '../testing/walls.ts'
import { isEvery, isPast, nextMoment, repeats, wallOfDate } from './moments.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const WINDOW = 3 * 24 * 60

type Week = [boolean, boolean, boolean, boolean, boolean, boolean, boolean]
const daily: Week = [true, true, true, true, true, true, true]
const never: Week = [false, false, false, false, false, false, false]
const at = (hour: number, minute: number, rest: Partial<TimeTrigger> = {}): TimeTrigger => ({
  id: 't',
  hour,
  minute,
  second: 0,
  ...rest,
})
const utc = (text: string): number => Date.parse(text)

// 2.3-099, 2.3-101; L-07
describe('a rule at 02:30 on the days on which Swiss clocks change', () => {
  const zone = 'Europe/Zurich'
  const daily0230 = at(2, 30, { repeating: daily })

  test('in spring, where 02:30 does not exist, it comes with the first moment after the gap', () => {
    expect(nextMoment(daily0230, zone, utc('2026-03-28T12:00:00Z'))).toBe(utc('2026-03-29T01:00:00Z'))
    expect(localOf(utc('2026-03-29T01:00:00Z'), zone)).toMatchObject({ hour: 3, minute: 0, weekday: 6 })
    expect(nextMoment(daily0230, zone, utc('2026-03-29T01:00:00Z'))).toBe(utc('2026-03-30T00:30:00Z'))
  })

  test('in autumn, where 02:30 comes twice, it comes the first time only', () => {
    expect(nextMoment(daily0230, zone, utc('2026-10-24T12:00:00Z'))).toBe(utc('2026-10-25T00:30:00Z'))
    expect(nextMoment(daily0230, zone, utc('2026-10-25T00:30:00Z'))).toBe(utc('2026-10-26T01:30:00Z'))
  })

  test('the same holds for one that is meant once', () => {
    const once = at(2, 30, { year: 2026, month: 3, day: 29 })
    expect(nextMoment(once, zone, 0)).toBe(utc('2026-03-29T01:00:00Z'))
    expect(nextMoment(once, zone, utc('2026-03-29T01:00:00Z'))).toBeUndefined()
  })
})

describe('against clocks that are read minute by minute', () => {
  const windows = changes.map(([zone, from]) => {
    const minutes = Array.from({ length: WINDOW }, (_, n) => from + n * MINUTE)
    return {
      zone,
      from,
      until: from + WINDOW * MINUTE,
      shown: minutes.map((one) => wallIn(zone, one)),
      minutes,
    }
  })

  /** When the clocks show a time or a later one for the first time: one moment each, whatever they do. */
  function firstShown({ minutes, shown }: (typeof windows)[number], wall: number): number | undefined {
    return minutes[shown.findIndex((one) => one >= wall)]
  }

  const time = { hour: fc.nat(23), minute: fc.nat(59) }
  const flag = fc.boolean()
  const week = fc.tuple(flag, flag, flag, flag, flag, flag, flag)
  const window = fc.constantFrom(...windows)

  test('repeating on any weekdays', () => {
    fc.assert(
      fc.property(
        window,
        fc.record(time),
        week,
        fc.nat(WINDOW),
        (seen, { hour, minute }, repeating, after) => {
          const start = seen.from + after * MINUTE
          const first = Math.floor((seen.shown[0] ?? 0) / DAY) * DAY
          const wanted = [0, 1, 2, 3, 4].flatMap((n) => {
            const wall = first + n * DAY + (hour * 60 + minute) * MINUTE
            const weekday = (new Date(wall).getUTCDay() + 6) % 7
            const moment =
              repeating[weekday] && wall > (seen.shown[0] ?? 0) ? firstShown(seen, wall) : undefined
            return moment !== undefined && moment > start ? [moment] : []
          })
          const found = nextMoment(at(hour, minute, { repeating }), seen.zone, start)
          if (wanted.length > 0) expect(found).toBe(Math.min(...wanted))
          else if (repeating.includes(true)) expect(found).toBeGreaterThanOrEqual(seen.until)
          else expect(found).toBeUndefined()
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('once, on a date', () => {
    fc.assert(
      fc.property(window, fc.nat(WINDOW - 1), (seen, minute) => {
        // Any minute that the clocks have shown, also those that they show twice.
        const wall = seen.shown[minute] ?? 0
        const date = new Date(wall)
        const trigger = at(date.getUTCHours(), date.getUTCMinutes(), {
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
        })
        const moment = firstShown(seen, wall)
        expect(nextMoment(trigger, seen.zone, (moment ?? 0) - 1)).toBe(moment)
        expect(nextMoment(trigger, seen.zone, moment ?? 0)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  test('a local time is what the clocks show', () => {
    fc.assert(
      fc.property(window, fc.nat(WINDOW - 1), (seen, minute) => {
        const local = localOf(seen.from + minute * MINUTE, seen.zone)
        const { year, month, day, hour, minute: shown, second } = local
        const wall = Date.UTC(year, month - 1, day, hour, shown, second)
        expect(wall).toBe(seen.shown[minute])
        expect(local.weekday).toBe((new Date(wall).getUTCDay() + 6) % 7)
      }),
    )
  })
})

test('moments follow one another without end and without repetition', () => {
  const zone = fc.constantFrom(...changes.map(([name]) => name))
  fc.assert(
    fc.property(
      zone,
      fc.nat(23),
      fc.nat(59),
      fc.integer({ min: 0, max: 4e12 }),
      (name, hour, minute, start) => {
        let last = start
        for (let n = 0; n < 10; n++) {
          const next = nextMoment(at(hour, minute, { repeating: daily }), name, last)
          expect(next).toBeGreaterThan(last)
          expect((next ?? 0) - last).toBeLessThanOrEqual(49 * 60 * MINUTE)
          last = next ?? last
        }
      },
    ),
    { numRuns: 50 },
  )
})

describe('what comes every year or month', () => {
  const zone = 'Europe/Zurich'
  const next = (rest: Partial<TimeTrigger>, after: string): string | undefined => {
    const found = nextMoment(at(7, 30, { second: 15, ...rest }), zone, utc(after))
    return found === undefined ? undefined : new Date(found).toISOString().slice(0, 19)
  }

  test('comes on its day, and once that is over on the one after it', () => {
    const every = 'month' as const
    expect(next({ every, day: 15 }, '2026-06-15T05:30:14Z')).toBe('2026-06-15T05:30:15')
    expect(next({ every, day: 15 }, '2026-06-15T05:30:15Z')).toBe('2026-07-15T05:30:15')
    expect(next({ every, day: 15 }, '2026-11-20T00:00:00Z')).toBe('2026-12-15T06:30:15')
    expect(next({ every, day: 15 }, '2026-12-20T00:00:00Z')).toBe('2027-01-15T06:30:15')
    expect(next({ every: 'year', month: 12, day: 1 }, '2026-12-01T06:30:15Z')).toBe('2027-12-01T06:30:15')
    expect(next({ every: 'year', month: 1, day: 1 }, '2026-12-31T22:59:00Z')).toBe('2027-01-01T06:30:15')
  })

  test('is in its month and year as the clocks of the home have it', () => {
    // In Zurich it is July already, and 2027.
    expect(next({ every: 'month', day: 31 }, '2026-06-30T22:30:00Z')).toBe('2026-07-31T05:30:15')
    expect(next({ every: 'year', month: 1, day: 31 }, '2026-12-31T23:30:00Z')).toBe('2027-01-31T06:30:15')
  })

  test('is a day that there is in some year', () => {
    expect(isEvery(at(7, 0, { every: 'month', day: 31 }))).toBe(true)
    expect(isEvery(at(7, 0, { every: 'month' }))).toBe(false)
    expect(isEvery(at(7, 0, { every: 'year', month: 2, day: 29 }))).toBe(true)
    for (const never of [
      { month: 2, day: 30 },
      { month: 4, day: 31 },
      { month: 4 },
      { day: 1 },
      { month: 0, day: 1 },
    ])
      expect(isEvery(at(7, 0, { every: 'year', ...never }))).toBe(false)
    expect(next({ every: 'year', month: 2, day: 30 }, '2026-06-15T00:00:00Z')).toBeUndefined()
    expect(
      isPast(at(7, 0, { every: 'year', year: 2020, month: 1, day: 1 }), zone, utc('2026-01-02T00:00:00Z')),
    ).toBe(false)
  })
})

test('a date is a wall time to the second; half of one is none', () => {
  const time = { hour: 1, minute: 2, second: 3 }
  expect(wallOfDate({ ...time, year: 2026, month: 3, day: 4 })).toBe(Date.UTC(2026, 2, 4, 1, 2, 3))
  for (const half of [
    { month: 3, day: 4 },
    { year: 2026, day: 4 },
    { year: 2026, month: 3 },
    { year: 2026, month: 13, day: 1 },
  ])
    expect(wallOfDate({ ...time, ...half })).toBeUndefined()
})

describe('what never comes', () => {
  test.each([
    ['is switched off', at(7, 0, { repeating: daily, active: false })],
    ['names no day', at(7, 0)],
    ['names no weekday and no date', at(7, 0, { repeating: never })],
    ['is switched off, and of every month', at(7, 0, { every: 'month', day: 1, active: false })],
    ['is on 30 February', at(7, 0, { year: 2026, month: 2, day: 30 })],
  ])('%s', (_, trigger) => {
    expect(nextMoment(trigger, 'Europe/Zurich', 0)).toBeUndefined()
  })
})

describe('a time trigger in the past', () => {
  const now = utc('2026-06-15T10:00:00Z')
  const zone = 'Europe/Zurich'

  // 2.5-021
  test('is one that is meant once and whose moment is over, in the time of the home', () => {
    expect(isPast(at(12, 1, { year: 2026, month: 6, day: 15 }), zone, now)).toBe(false)
    expect(isPast(at(12, 0, { year: 2026, month: 6, day: 15 }), zone, now)).toBe(true)
    expect(isPast(at(12, 1, { year: 2026, month: 6, day: 15 }), 'Asia/Kathmandu', now)).toBe(true)
    expect(isPast(at(11, 0, { year: 2026, month: 6, day: 15, active: false }), zone, now)).toBe(true)
  })

  // 2.5-022, 2.3-103
  test('is never one that repeats', () => {
    const trigger = at(1, 0, { year: 2020, month: 1, day: 1, repeating: daily })
    expect(repeats(trigger)).toBe(true)
    expect(isPast(trigger, zone, now)).toBe(false)
  })
})
