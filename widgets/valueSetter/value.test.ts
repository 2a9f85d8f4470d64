import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { decode, encode, moved } from '../shared/setting.ts'
import { options, read, typedIn } from './value.ts'

const both = ['read' as const, 'write' as const]
const of = (value: Partial<Value>, params?: Record<string, unknown>) => {
  const whole: Value = { kind: 'range', access: both, ...value }
  return options(whole, placedOf('valueSetter', 'S', 'p', whole, { options: { params } }))
}
const degrees = of({ unit: '°C' })

describe('spec 2 §5 value setter', () => {
  // 2.5-035
  test('clamps to the minimum, 16 by default', () => {
    expect(encode(3, degrees)).toBe(16)
    expect(encode(3, of({ min: 5, max: 30, step: 1 }))).toBe(5)
  })

  // 2.5-036
  test('clamps to the maximum, 31 by default', () => {
    expect(encode(99, degrees)).toBe(31)
    expect(encode(99, of({ min: 5, max: 30, step: 1 }))).toBe(30)
  })

  // 2.5-037
  test('moves by the step, 0.5 by default', () => {
    expect(moved(20, 1, degrees)).toBe(20.5)
    expect(moved(20, -2, degrees)).toBe(19)
    expect(moved(20, 1, of({ min: 0, max: 100, step: 5 }))).toBe(25)
  })

  // 2.5-039
  test('thermostat values round to the nearest 0.5', () => {
    expect(encode(21.2, degrees)).toBe(21)
    expect(encode(21.3, degrees)).toBe(21.5)
  })

  // 2.5-040
  test('254 is displayed as 100 where the description scales it', () => {
    const bright = of({ unit: '%', min: 0, max: 254, scale: 100 / 254 })
    expect(read(decode(254, bright), bright, plainWords)).toMatchObject({ text: '100', unit: '%' })
    expect(encode(100, bright)).toBe(254)
  })

  test('the defaults hold only for degrees without a range of their own', () => {
    expect(of({ unit: 's' })).toMatchObject({ min: undefined, max: undefined, control: 'stepper' })
    expect(of({ unit: '°C', min: 40, max: 80 })).toMatchObject({ min: 40, max: 80 })
  })

  test('many steps make a slider, few a stepper, and a placement may say which', () => {
    expect(degrees.control).toBe('stepper')
    expect(of({ min: 0, max: 100 }).control).toBe('slider')
    expect(of({ min: 0, max: 100 }, { control: 'stepper' }).control).toBe('stepper')
  })

  test('whites lie along the slider as the unit counts: kelvin up to cold, mired up to warm', () => {
    const whites = { track: 'warmth' }
    expect(of({ unit: 'K', min: 2200, max: 6500, step: 50 }, whites).track).toBe('warmth')
    expect(of({ unit: 'mired', min: 153, max: 500 }, whites).track).toBe('coolness')
    expect(of({ unit: 'K', min: 2200, max: 6500, step: 50 }).track).toBeUndefined()
  })

  test('whites that a lamp counts in mired are told, and typed, in kelvin', () => {
    const lamp = of({ unit: 'mired', min: 153, max: 500, step: 1 }, { track: 'warmth' })
    expect(read(decode(370, lamp), lamp, plainWords)).toMatchObject({ text: '2700', unit: 'K' })
    expect(encode(typedIn(2700, lamp), lamp)).toBe(370)
    expect(encode(typedIn(90_000, lamp), lamp)).toBe(153)
    expect(of({ unit: 'mired', min: 250, max: 300, step: 1 }).control).toBe('slider')
    const own = of({ unit: 'K', min: 2200, max: 6500, step: 50 }, { track: 'warmth' })
    expect(read(decode(2700, own), own, plainWords)).toMatchObject({ text: '2700', unit: 'K' })
    expect(encode(typedIn(2700, own), own)).toBe(2700)
  })

  test('the parameters of a placement win over the description', () => {
    expect(of({ unit: '°C', min: 5, max: 35 }, { min: 10, max: 25, step: 1 })).toMatchObject({
      min: 10,
      max: 25,
      step: 1,
    })
  })

  test('a range the wrong way round is no range', () => {
    expect(of({ min: 50, max: 10 })).toMatchObject({ min: undefined, max: undefined })
  })

  test('the last step before an end that is none counts', () => {
    expect(encode(10, of({ min: 0, max: 10, step: 3 }))).toBe(9)
  })

  test('an unknown value stays unknown until it is moved', () => {
    expect(decode(undefined, degrees)).toBeUndefined()
    expect(read(undefined, degrees, plainWords).text).toBe('–')
    expect(moved(undefined, 1, degrees)).toBe(16)
  })
})

const ranges = fc
  .record({
    min: fc.integer({ min: -500, max: 500 }),
    span: fc.integer({ min: 1, max: 1000 }),
    step: fc.constantFrom(0.1, 0.25, 0.5, 1, 2, 3, 7),
  })
  .map(({ min, span, step }) => of({ min, max: min + span, step }))

describe('whatever a gateway sends', () => {
  test('what goes out is in the range and on a step', () => {
    fc.assert(
      fc.property(ranges, wild, (range, raw) => {
        const sent = Number(encode(decode(raw, range), range))
        const { min = 0, max = 0, step } = range
        expect(sent).toBeGreaterThanOrEqual(min)
        expect(sent).toBeLessThanOrEqual(max)
        const steps = (sent - min) / step
        expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6)
      }),
    )
  })

  test('a value that went out comes back as itself', () => {
    fc.assert(
      fc.property(ranges, fc.double({ noNaN: true }), (range, value) => {
        const sent = encode(value, range)
        expect(encode(decode(sent, range), range)).toBe(sent)
      }),
    )
  })

  test('a scaled value stays within what the wire takes', () => {
    const bright = of({ unit: '%', min: 0, max: 254, scale: 100 / 254 })
    fc.assert(
      fc.property(wild, (raw) => {
        const sent = Number(encode(decode(raw, bright), bright))
        expect(Number.isInteger(sent) && sent >= 0 && sent <= 254).toBe(true)
      }),
    )
  })

  test('nothing throws and a reading is never long', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        expect(read(decode(raw, degrees), degrees, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
