import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { judge } from '../../lib/values/value-check.ts'
import { isSlope, longestRamp, rampsOf, scaled, slopeOf } from './slope.ts'

const MINUTE = 60_000
const percent: Value = { kind: 'range', access: ['read', 'write'], min: 0, max: 100, step: 1 }
const raw: Value = { kind: 'range', access: ['read', 'write'], min: 0, max: 254, scale: 100 / 254 }

// decision 0244
describe('the values on the way from one to another', () => {
  test('are as many as it has steps, evenly over the time, and end with what was meant', () => {
    const points = slopeOf({ from: 1, to: 100, over: 20 * MINUTE }, percent, { begins: true })
    expect(points).toHaveLength(100)
    expect(points[0]).toEqual({ after: 0, value: 1 })
    expect(points[50]).toEqual({ after: Math.round((20 * MINUTE * 50) / 99), value: 51 })
    expect(points.at(-1)).toEqual({ after: 20 * MINUTE, value: 100 })
  })

  test('come no faster than one a second, of many no more than ten a second together', () => {
    expect(slopeOf({ from: 0, to: 100, over: 5000 }, percent).map(({ value }) => value)).toEqual([
      20, 40, 60, 80, 100,
    ])
    expect(slopeOf({ from: 0, to: 100, over: 20_000 }, percent, { among: 40 })).toHaveLength(5)
  })

  test('of what has no steps they are whole figures, or hundredths of a small range', () => {
    const all = slopeOf({ from: 3, to: 254, over: 60 * MINUTE }, raw).map(({ value }) => value)
    expect(all.every(Number.isInteger)).toBe(true)
    expect(slopeOf({ from: 0, to: 1, over: 60 * MINUTE }, { ...raw, max: 1 })).toHaveLength(100)
  })

  test('no more than three hundred, however fine its steps and however long it takes', () => {
    const fine = { ...percent, max: 1000, step: 0.5 }
    expect(slopeOf({ from: 0, to: 1000, over: 600 * MINUTE }, fine)).toHaveLength(300)
  })

  test('what names no limits goes by how far the way is, and a step of nothing is none', () => {
    const { min: _min, max: _max, step: _step, ...open } = percent
    const values = (to: number, described: Value) =>
      slopeOf({ from: 0, to, over: 10 * MINUTE }, described).map(({ value }) => value)
    expect(values(12, open)).toHaveLength(12)
    expect(values(2, open)).toHaveLength(100)
    expect(values(100, { ...percent, step: 0 })).toHaveLength(100)
    expect(values(10, { ...percent, max: 10, step: 0 })).toHaveLength(10)
  })

  test('a way that is shorter than a second is told at its end, and a begin that is meant comes as its property has it', () => {
    expect(slopeOf({ from: 0, to: 100, over: 900 }, percent)).toEqual([{ after: 900, value: 100 }])
    expect(slopeOf({ from: 1.4, to: 3, over: MINUTE }, percent, { begins: true })[0]).toEqual({
      after: 0,
      value: 1,
    })
  })

  test('nothing is told of what is there already', () => {
    expect(slopeOf({ from: 100, to: 100, over: MINUTE }, percent)).toEqual([])
  })

  test('whatever it goes from and to: bounded, in order, none twice in a row, each one that the property takes', () => {
    const range = fc.record({
      min: fc.integer({ min: -50, max: 50 }),
      span: fc.integer({ min: 1, max: 5000 }),
    })
    fc.assert(
      fc.property(
        range,
        fc.constantFrom(undefined, 0.5, 1, 5, 7),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1000, max: 86_400_000 }),
        fc.boolean(),
        ({ min, span }, step, a, b, over, begins) => {
          const described: Value = {
            ...{ kind: 'range', access: ['read', 'write'], min, max: min + span },
            ...(step !== undefined && step <= span && { step }),
          }
          const [from, to] = [min + a * span, min + b * span]
          const points = slopeOf({ from, to, over }, described, { begins })
          expect(points.length).toBeLessThanOrEqual(Math.min(300, Math.floor(over / 1000)) + 1)
          for (const [n, { after, value }] of points.entries()) {
            const before = points[n - 1]
            expect(judge(value, described).faults).toEqual([])
            expect(after).toBeLessThanOrEqual(over)
            if (!before) continue
            expect(after - before.after).toBeGreaterThanOrEqual(999)
            expect(Math.sign(value - before.value)).toBe(Math.sign(to - from))
          }
        },
      ),
    )
  })

  test('a slope needs two ends within the limits, and a second at least', () => {
    const ramp = { kind: 'ramp', to: 100, over: MINUTE } as const
    expect(isSlope(ramp, percent)).toBe(true)
    expect(isSlope({ ...ramp, from: 1 }, percent)).toBe(true)
    expect(isSlope({ ...ramp, from: 0 }, percent)).toBe(true)
    expect(isSlope({ ...ramp, to: 0, from: 100, over: 1000 }, percent)).toBe(true)
    expect(isSlope({ ...ramp, to: -1e6 }, { kind: 'number', access: ['write'] })).toBe(true)
    for (const wrong of [
      { to: 101 },
      { to: -1 },
      { from: 101 },
      { from: -1 },
      { from: 100 },
      { over: 999 },
      { to: Number.NaN },
    ])
      expect(isSlope({ ...ramp, ...wrong }, percent)).toBe(false)
  })

  test('of all devices of a kind each goes on its own scale, and a set lasts as long as its longest ramp', () => {
    const ramp = { kind: 'ramp', from: 0, to: 50, over: MINUTE } as const
    expect(scaled(ramp, raw)).toEqual({ ...ramp, from: 0, to: 127 })
    const at = { service_name: 'a', property_name: 'b' }
    const settings = [
      { ...at, computed: ramp },
      { ...at, computed: { ...ramp, over: 2 * MINUTE } },
    ]
    expect(longestRamp({ devices: [{ id: 'x', settings }] })).toBe(2 * MINUTE)
    expect(longestRamp({ devices: [{ id: 'x', settings: [{ ...at, value: 1 }] }] })).toBe(0)
    expect(longestRamp({})).toBe(0)
    const lights = { id: 't', kind: 'lights', sets: 'power' }
    const replay = { kind: 'replay', days: 7, over: 5 * MINUTE } as const
    const targets = [
      { ...lights, computed: replay },
      { ...lights, computed: ramp },
      { ...lights, computed: { kind: 'toggle' } as const },
      { ...lights, value: true },
    ]
    expect(longestRamp({ targets })).toBe(5 * MINUTE)
    expect(rampsOf({ targets, devices: [{ id: 'x', settings }] })).toEqual([
      ramp,
      { ...ramp, over: 2 * MINUTE },
      ramp,
    ])
    const { from: _from, ...asItIs } = ramp
    expect(scaled(asItIs, raw)).toEqual({ ...asItIs, to: 127 })
    expect(scaled(ramp, percent)).toEqual(ramp)
  })
})
