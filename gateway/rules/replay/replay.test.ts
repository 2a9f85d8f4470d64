import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY } from '#gateway/lib/times/zone.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { type Recorded, type ReplayPoint, replayOf, slid } from './replay.ts'
import { replays } from './replays.ts'

const HOUR = 3_600_000
const began = Date.UTC(2026, 10, 16, 17)
const side: Value = { kind: 'bool', access: ['read', 'write'], on: 'ON', off: 'OFF' }
const zone = 'Europe/Zurich'

const of = (recorded: readonly Recorded[], more: Partial<Parameters<typeof replayOf>[1]> = {}) =>
  replayOf(recorded, { days: 1, over: DAY, began, zone, ...more }, side)
const hours = (points: readonly ReplayPoint[]) => points.map(({ after, value }) => [after / HOUR, value])

// decision 0264
describe('what a value was in the days before', () => {
  const evening: Recorded[] = [
    { at: began - 30 * HOUR, value: 'OFF' },
    { at: began - 22 * HOUR, value: 'ON' },
    { at: began - 20 * HOUR, value: 'OFF' },
  ]

  test('it is told to be at the same time of the day, from the begin on', () => {
    expect(hours(of(evening))).toEqual([
      [0, 'OFF'],
      [2, 'ON'],
      [4, 'OFF'],
    ])
  })

  test('again and again, as long as it lasts; nothing is told twice in a row', () => {
    expect(hours(of(evening, { over: 2 * DAY + 3 * HOUR }))).toEqual([
      [0, 'OFF'],
      [2, 'ON'],
      [4, 'OFF'],
      [26, 'ON'],
      [28, 'OFF'],
      [50, 'ON'],
    ])
  })

  test('a Saturday is like a Saturday: of a week each day has its own', () => {
    const week = [2, 5].map((day) => ({
      at: began - 7 * DAY + day * DAY + HOUR,
      value: day > 2 ? 'OFF' : 'ON',
    }))
    expect(hours(of(week, { days: 7, over: 14 * DAY }))).toEqual([
      [49, 'ON'],
      [121, 'OFF'],
      [217, 'ON'],
      [289, 'OFF'],
    ])
  })

  test('what it does not take is left out, and so is what came after the run began', () => {
    const strange = [
      { at: began - 5 * HOUR, value: 'DIM' },
      { at: began - 4 * HOUR, value: 'ON' },
      { at: began + HOUR, value: 'OFF' },
    ]
    expect(hours(of(strange))).toEqual([[20, 'ON']])
  })

  test('where nothing is recorded of these days there is nothing to tell, whatever was before', () => {
    expect(of([])).toEqual([])
    expect(of([{ at: began - 3 * DAY, value: 'ON' }])).toEqual([])
    expect(of([{ at: began - DAY, value: 'ON' }])).toEqual([])
    expect(of([{ at: began - DAY + 1, value: 'ON' }])).toHaveLength(1)
  })

  test('the time of the day is that of the clocks, also where these are changed in between', () => {
    const change = Date.UTC(2026, 9, 25, 12)
    const points = of([{ at: change - DAY + 5 * HOUR, value: 'ON' }], { began: change })
    // 19:00 in summer, 19:00 in winter: an hour more lies in between.
    expect(points.map(({ after }) => new Date(change + after).toISOString())).toEqual([
      '2026-10-25T18:00:00.000Z',
    ])
  })

  test('at each moment it is what it was the whole number of times so many days before, whatever was recorded', () => {
    const steady = 'UTC'
    const recorded = fc.array(
      fc.record({
        at: fc.integer({ min: began - 9 * DAY, max: began + DAY }),
        value: fc.constantFrom('ON', 'OFF', 'DIM'),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(
        recorded,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 21 * DAY }),
        fc.array(fc.nat(21 * DAY), { maxLength: 20 }),
        (all, days, over, moments) => {
          const points = of(all, { days, over, zone: steady })
          const known = all
            .filter(({ at, value }) => value !== 'DIM' && at <= began)
            .toSorted((a, b) => a.at - b.at)
          const dayed = known.some(({ at }) => at > began - days * DAY)
          if (!dayed) {
            expect(points).toEqual([])
            return
          }
          for (const after of moments.filter((one) => one < over)) {
            const told = points.findLast((one) => one.after <= after)?.value
            // The reference: go back by so many days until before the run began.
            let source = began + after
            while (source >= began) source -= days * DAY
            const was = known.findLast(({ at }) => at <= source && at > began - days * DAY)?.value
            const first = known.findLast(({ at }) => at <= began - days * DAY)?.value
            const round = Math.floor(after / (days * DAY))
            // Before anything is known of the first of these days, it stays what it was at the end of them.
            const last = round > 0 ? known.at(-1)?.value : undefined
            expect(told).toBe(was ?? first ?? last)
          }
          for (const [n, one] of points.entries()) {
            expect(one.after).toBeLessThan(over)
            expect(one.after).toBeGreaterThanOrEqual(points[n - 1]?.after ?? 0)
            expect(one.value).not.toBe(points[n - 1]?.value)
          }
        },
      ),
    )
  })
})

describe('by chance', () => {
  const points = [0, 10, 20, 30].map((after, n) => ({ after, value: n }))

  test('each comes up to so much later, and none before the one before it', () => {
    const draws = [0.5, 0.99, 0, 0.999]
    expect(slid(points, { spread: 19 }, () => draws.shift() ?? 0).map(({ after }) => after)).toEqual([
      0, 20, 39, 39,
    ])
    expect(slid(points, {}, () => 0.99)).toEqual(points)
  })

  test('what has come by a restart has come: it is not drawn anew', () => {
    const slow = slid(points, { spread: 100, elapsed: 20 }, () => 0.999)
    expect(slow.map(({ after }) => after)).toEqual([0, 10, 20, 130])
  })
})

test('a set replays where one of its devices does, or all of a kind', () => {
  const computed = { kind: 'replay', days: 7, over: HOUR } as const
  expect(replays({})).toBe(false)
  expect(
    replays({ targets: [{ id: 't', kind: 'lights', sets: 'power', computed: { kind: 'toggle' } }] }),
  ).toBe(false)
  expect(replays({ targets: [{ id: 't', kind: 'lights', sets: 'power', computed }] })).toBe(true)
  const setting = { service_name: 'LightService', property_name: 'state', computed }
  expect(replays({ devices: [{ id: 'a', settings: [setting] }] })).toBe(true)
})
