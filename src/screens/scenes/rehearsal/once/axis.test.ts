import { describe, expect, test } from 'vitest'
import { axisOf } from './axis.ts'
import { clockOf } from './clock-of.ts'

const MINUTE = 60_000

describe('the axis of a run', () => {
  test('leads from any moment to its place and back', () => {
    const axis = axisOf([
      { at: 0, lasts: 0 },
      { at: 30_000, lasts: 28_000 },
      { at: 6 * MINUTE, lasts: 0 },
    ])
    for (const at of [0, 4000, 30_000, 41_000, 3 * MINUTE, 6 * MINUTE, axis.end])
      expect(axis.moment(axis.place(at))).toBeCloseTo(at, 3)
    expect(axis.place(0)).toBe(0)
    expect(axis.place(axis.end)).toBeLessThan(1)
    expect(axis.moment(1)).toBeGreaterThan(axis.end)
  })

  test('a long pause is drawn short, and said in its whole length; what happens keeps its length', () => {
    const axis = axisOf([
      { at: 0, lasts: 20_000 },
      { at: 10 * MINUTE, lasts: 20_000 },
    ])
    expect(axis.pauses).toEqual([{ from: axis.place(20_000), to: axis.place(10 * MINUTE), ms: 10 * MINUTE }])
    expect(axis.place(20_000)).toBeCloseTo(axis.place(axis.end) - axis.place(10 * MINUTE))
    expect(axis.place(10 * MINUTE)).toBeLessThan(0.7)
  })

  test('a pause is as long as it was set, also behind what is over at once', () => {
    const axis = axisOf([
      { at: 0, lasts: 0 },
      { at: 5 * MINUTE, lasts: 0 },
    ])
    expect(axis.pauses.map(({ ms }) => ms)).toEqual([5 * MINUTE])
  })

  test('what follows at once still has room to be read', () => {
    const axis = axisOf([
      { at: 0, lasts: 0 },
      { at: 1000, lasts: 0 },
    ])
    expect(axis.place(1000)).toBeCloseTo(0.5)
  })

  test('a run that begins with a pause, and one that does nothing', () => {
    expect(axisOf([{ at: 5000, lasts: 0 }]).place(5000)).toBeGreaterThan(0.3)
    const nothing = axisOf([])
    expect([nothing.place(0), nothing.moment(1), nothing.end]).toEqual([0, 0, 0])
  })

  test('moments are told as players do', () => {
    expect([0, 42_000, 12 * MINUTE + 5000, 60 * MINUTE].map(clockOf)).toEqual([
      '0:00',
      '0:42',
      '12:05',
      '1:00:00',
    ])
  })
})
