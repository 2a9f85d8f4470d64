import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BUCKET,
  completed,
  continued,
  fewer,
  type HistoryValue,
  lacks,
  merged,
  NONE,
  type Points,
  packPoints,
  rolled,
  spread,
  thinned,
  unpackPoints,
  within,
} from './points.ts'

const points = (...entries: [number, HistoryValue][]): Points => ({
  times: entries.map(([at]) => at),
  values: entries.map(([, value]) => value),
})
const pairs = ({ times, values }: Points) => times.map((at, place) => [at, values[place]])

const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.string({ maxLength: 200 }),
)
const series = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 4e12 }), value), { maxLength: 60 })
  .map((entries) =>
    merged(NONE, points(...entries.map(([at, one]) => [at, one === 0 ? 0 : one] as [number, HistoryValue]))),
  )
const numbers = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3 * 86_400_000 }), fc.integer({ min: -1000, max: 1000 })), {
    minLength: 1,
    maxLength: 300,
  })
  .map((entries) => merged(NONE, points(...entries)))

describe('2.3-170 points of a history', () => {
  test('2.3-170 are the same after they were packed', () => {
    fc.assert(
      fc.property(series, (told) => {
        expect(unpackPoints(packPoints({ ...told, meaning: { draw: 'area', unit: '°C' } }))).toEqual({
          ...told,
          meaning: { draw: 'area', unit: '°C' },
        })
      }),
    )
  })

  test('S-02 told twice, in parts or late, they are there once and in order', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), (told, cut) => {
        const at = told.times.length === 0 ? 0 : cut % told.times.length
        const [one, other] = [
          { times: told.times.slice(0, at), values: told.values.slice(0, at) },
          { times: told.times.slice(Math.max(0, at - 3)), values: told.values.slice(Math.max(0, at - 3)) },
        ]
        expect(merged(other, one)).toEqual(told)
        expect(merged(told, told)).toEqual(told)
        expect(continued(one, other)).toEqual(merged(one, other))
      }),
    )
  })

  test('what says the same as before says nothing', () => {
    expect(pairs(merged(points([1, true]), points([2, true], [3, false], [4, false])))).toEqual([
      [1, true],
      [3, false],
    ])
  })

  test('S-08 numbers in buckets keep their least, their most and their last', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 400 }), (told, together) => {
        const shown = spread(rolled(told), together)
        expect(Math.min(...(shown.values as number[]))).toBe(Math.min(...(told.values as number[])))
        expect(Math.max(...(shown.values as number[]))).toBe(Math.max(...(told.values as number[])))
        expect(shown.values.at(-1)).toBe(told.values.at(-1))
        expect(shown.times.every((at, place) => at > (shown.times[place - 1] ?? -1))).toBe(true)
        expect(rolled(rolled(told))).toEqual(rolled(told))
      }),
    )
  })

  test('S-08 what a gateway hands over late joins the buckets that are there', () => {
    const known = rolled(points([0, 5], [1000, 9], [BUCKET, 1]))
    expect(merged(known, points([2000, 12], [2 * BUCKET, 3]))).toEqual({
      times: [0, BUCKET, 2 * BUCKET],
      values: [12, 1, 3],
      spans: { least: [5, 1, 3], mean: [9.5, 1, 3], most: [12, 1, 3] },
    })
  })

  test('S-08 states stay as they are', () => {
    const states = points([1, 'LOCKED'], [2, 'UNLOCKED'])
    expect(rolled(states)).toBe(states)
  })

  test('of many at most so many are left, and no peak is lost', () => {
    const many = points(
      ...Array.from({ length: 50_000 }, (_, n): [number, number] => [n * 1000, n === 31_234 ? 900 : n % 7]),
    )
    const left = fewer(many, { from: 0, to: 50_000_000 }, 2000)
    expect(left.times.length).toBeLessThanOrEqual(2000)
    expect(Math.max(...(left.values as number[]))).toBe(900)
    expect(left.times[left.values.indexOf(900)]).toBe(31_234_000)
    expect(left.times).toEqual(left.times.toSorted((a, b) => a - b))
    expect([left.times[0], left.times.at(-1)]).toEqual([0, 49_999_000])
  })

  test('a range has what is in it and what held when it began', () => {
    const told = points([1, 1], [5, 2], [9, 3])
    expect(pairs(within(told, { from: 6, to: 8 }))).toEqual([[5, 2]])
    expect(pairs(within(told, { from: 5, to: 9 }))).toEqual([
      [5, 2],
      [9, 3],
    ])
    expect(pairs(within(told, { from: 0, to: 0 }))).toEqual([])
    expect(pairs(within(told, { from: 20, to: 30 }))).toEqual([[9, 3]])
  })

  test('of what its model wants less densely the last of each stretch stays, and sorting again changes nothing', () => {
    const told = {
      times: [0, 20_000, 59_999, 60_000, 61_000, 200_000],
      values: [1, 2, 3, 4, 5, 6],
      meaning: { draw: 'area', every: 60_000 },
    } as const
    const once = thinned(told)
    expect([once.times, once.values]).toEqual([
      [59_999, 61_000, 200_000],
      [3, 5, 6],
    ])
    expect(thinned(once)).toBe(once)
    const later = thinned(merged(once, { times: [210_000], values: [7], meaning: told.meaning }))
    expect([later.times.at(-1), later.values.at(-1)]).toEqual([210_000, 7])
    expect(thinned({ ...told, meaning: { draw: 'area' } }).times).toHaveLength(6)
  })

  test('a day that goes on lacks nothing of what was kept of it before, however densely it is kept', () => {
    const meaning = fc.constantFrom({ draw: 'area' as const }, { draw: 'area' as const, every: 60_000 })
    const told = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 600_000 }), fc.integer({ min: 0, max: 3 })),
      {
        selector: ([at]) => at,
      },
    )
    fc.assert(
      fc.property(meaning, told, fc.tuple(fc.nat(), fc.nat()), (meaning, told, cuts) => {
        const all = told.toSorted(([a], [b]) => a - b)
        const goneOn = (day: Points, some: typeof all): Points =>
          thinned(merged(day, { ...points(...some), meaning }))
        const [first, second] = cuts.map((cut) => cut % (all.length + 1)).toSorted((a, b) => a - b)
        const kept = goneOn(NONE, all.slice(0, first))
        // What is told later is sorted in at any time.
        const day = goneOn(goneOn(kept, all.slice(first, second)), all.slice(second))
        expect(lacks(day, kept)).toBe(false)
        expect(lacks(NONE, kept)).toBe(kept.times.length > 0)
        // What comes back is no denser either, and again it changes nothing.
        const back = completed(kept, day)
        expect(thinned(back)).toBe(back)
        expect(lacks(back, day)).toBe(false)
      }),
    )
  })
})
