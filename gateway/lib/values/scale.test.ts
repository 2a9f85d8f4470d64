import { expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { onScreen, onWire, stepOnScreen } from './scale.ts'

const value = (more: Partial<Value>): Value => ({ kind: 'range', access: ['read', 'write'], ...more })
/** As catalogues write a factor, as a bridge works it out, and others that devices have. */
const scaled = {
  written: value({ min: 0, max: 254, step: 1, scale: 0.393701, precision: 0 }),
  'written, without digits': value({ min: 0, max: 254, step: 1, scale: 0.393701 }),
  'worked out, without steps': value({ min: 0, max: 254, scale: 100 / 254 }),
  'smaller than the screen': value({ min: 0, max: 1, step: 0.01, scale: 100 }),
  'greater than the screen': value({ min: 0, max: 32_000, step: 1, scale: 0.001 }),
}

test.each(Object.entries(scaled))(
  'what the screen says of a value brings back the same value, and both ends are round: %s',
  (name, one) => {
    const { min = 0, max = 0, step = 1, precision } = one
    expect([onScreen(min, one), onWire(onScreen(min, one), one)]).toEqual([0, min])
    expect(onWire(onScreen(max, one), one)).toBe(max)
    expect(onScreen(max, one), name).toBe(Math.round(onScreen(max, one)))
    if (precision !== undefined) return
    for (let wire = min; wire <= Math.min(max, 400 * step); wire += step)
      expect(onWire(onScreen(wire, one), one)).toBeCloseTo(wire, 9)
  },
)

test('each figure of the screen is one that a device can say, so that a comparison can come true', () => {
  for (let percent = 0; percent <= 100; percent++) {
    const wire = onWire(percent, scaled.written)
    expect(Number.isInteger(wire)).toBe(true)
    expect(onScreen(wire, scaled.written)).toBe(percent)
  }
})

test('what has no factor is as it is typed', () => {
  const degrees = value({ min: 5, max: 30, step: 0.5, precision: 1 })
  for (const typed of [21, 21.25, 0.1 + 0.2, -3])
    expect([onScreen(typed, degrees), onWire(typed, degrees)]).toEqual(
      Array(2).fill(Number(typed.toFixed(6))),
    )
})

test('an arrow goes on by what the screen can tell apart', () => {
  expect(Object.values(scaled).map(stepOnScreen)).toEqual([1, 0.1, 0.1, 1, 0.001])
  expect(stepOnScreen(value({ step: 0.5 }))).toBe(0.5)
  expect(stepOnScreen(value({}))).toBeUndefined()
})
