import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { encode } from '../shared/setting.ts'
import { examples } from './examples.ts'
import { arc, pointAt, RADIUS, ticks, valueUnder } from './lazy/Dial.tsx'
import { options, read, sayings, standingOf } from './lazy/value.ts'

const [heating, simple] = examples
if (!heating || !simple) throw new Error('There are examples')
const wall = options(heating.placed)
const TARGET = 'ThermostatService/occupied_heating_setpoint'
const values = (of: Readonly<Record<string, RawValue>>) => new Map(Object.entries(of))
const ends = { min: 16, max: 31, step: 0.5 }

describe('thermostat', () => {
  test('finds what is measured by its unit; the rest says what it does', () => {
    expect(wall.actual?.property).toBe('local_temperature')
    expect(sayings(values(heating.values), wall, plainWords).map(({ text }) => text)).toEqual(['Heat', '34'])
  })

  // 2.5-035, 2.5-036, 2.5-037
  test('has 16 to 31 degrees in steps of 0.5 where the device names no range', () => {
    expect(options(simple.placed).target).toMatchObject({ min: 16, max: 31, step: 0.5 })
  })

  // 2.5-039
  test('rounds to the nearest 0.5', () => {
    expect(encode(21.2, wall.target)).toBe(21)
    expect(encode(21.3, wall.target)).toBe(21.5)
  })

  test('an order on its way stands where it was asked to be, and knows what was before', () => {
    const state = { phase: 'accepted', wanted: 24 } as const
    expect(standingOf(values(heating.values), new Map([[TARGET, state]]), wall)).toEqual({
      target: 24,
      was: 22.5,
      missed: undefined,
      actual: 21.3,
    })
  })

  test('what goes out is in the range and on a step, whatever the finger points at', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (x, y) => {
        const sent = Number(encode(valueUnder({ x, y }, ends), wall.target))
        expect(sent).toBeGreaterThanOrEqual(16)
        expect(sent).toBeLessThanOrEqual(31)
        expect(sent * 2).toBe(Math.round(sent * 2))
      }),
    )
  })

  test('a finger on a point of the ring means the value of that point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 32, max: 62 }), (half) => {
        const value = half / 2
        const { x, y } = pointAt((value - 16) / 15)
        expect(valueUnder({ x: x - 150, y: y - 150 }, ends)).toBe(value)
      }),
    )
  })

  test('in the opening below the nearer end counts', () => {
    expect(valueUnder({ x: -20, y: RADIUS }, ends)).toBe(16)
    expect(valueUnder({ x: 20, y: RADIUS }, ends)).toBe(31)
  })

  test('has few enough marks for any range', () => {
    expect(ticks(ends)).toHaveLength(61)
    expect(ticks({ min: 0, max: 10_000, step: 0.1 }).length).toBeLessThanOrEqual(61)
    expect(arc(0, 1)).toMatch(/^M/)
  })

  test('nothing throws, and a reading is never long', () => {
    fc.assert(
      fc.property(wild, wild, (a, b) => {
        const now = values({ [TARGET]: a ?? null, 'ThermostatService/local_temperature': b ?? null })
        const { actual } = standingOf(now, new Map([[TARGET, { phase: 'sending', wanted: b ?? null }]]), wall)
        expect(actual === undefined || Number.isFinite(actual)).toBe(true)
        expect(read(now, wall, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
