import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { judge } from '#gateway/lib/values/value-check.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ComputedValue } from '#schemas/generated/entities/rule.ts'
import { canCompute, canCopy, computedValue, isAmount } from './computed.ts'

const words = vocabulary as SceneVocabulary
const access: Value['access'] = ['read', 'write']
const lamp: Value = { kind: 'bool', access, on: 'ON', off: 'OFF' }
const dimmer: Value = { kind: 'range', access, min: 0, max: 254, step: 1 }
const copy: ComputedValue = { kind: 'copy', device_id: 'd', service_name: 'S', property_name: 'p' }
const by = (amount: number): ComputedValue => ({ kind: 'step', amount })
const at = (value: unknown, described: Value) => ({ value, described })

// decision 0171
describe('what an action sets is found when it runs', () => {
  test.each<[unknown, Value, unknown]>([
    ['ON', lamp, 'OFF'],
    ['OFF', lamp, 'ON'],
    [true, { kind: 'bool', access }, false],
    [false, { kind: 'bool', access }, true],
    ['CLOSE', { kind: 'bool', access, on: 'OPEN', off: 'CLOSE' }, 'OPEN'],
    [null, lamp, undefined],
    [null, { ...lamp, toggle: 'TOGGLE' }, 'TOGGLE'],
    ['ON', { ...lamp, toggle: 'TOGGLE' }, 'OFF'],
  ])('the other side of %j', (now, described, found) => {
    expect(computedValue({ kind: 'toggle' }, at(now, described), undefined)).toBe(found)
  })

  test.each<[unknown, number, Partial<Value>, unknown]>([
    [100, 25, {}, 125],
    [100, -25, {}, 75],
    [250, 25, {}, 254],
    [10, -25, {}, 0],
    [21, 0.5, { min: 5, max: 30, step: 0.5 }, 21.5],
    [21, 0.3, { min: 5, max: 30, step: 0.5 }, 21.5],
    [0.1, 0.2, { min: 0, max: 1, step: 0.1 }, 0.3],
    [9, 5, { min: 0, max: 10, step: 4 }, 8],
    [5, 7, { min: undefined, max: undefined, step: undefined }, 12],
    ['12', 1, {}, 13],
    [null, 10, {}, undefined],
    ['warm', 10, {}, undefined],
  ])('%j and %d more', (now, amount, described, found) => {
    expect(computedValue(by(amount), at(now, { ...dimmer, ...described }), undefined)).toBe(found)
  })

  // decision 0279
  test.each<[string, number, Partial<Value>, unknown]>([
    ['whole between whole ends, as a bridge that names no step means them', 26.6, {}, 127],
    ['whole where they lie below nought', -7.5, { min: -8000, max: 3500 }, 93],
    ['whole of a hundred', 0.6, { min: 50, max: 150 }, 101],
    ['as fine as it comes of fewer, as degrees are', 0.25, { min: 51, max: 150 }, 100.25],
    ['as fine as it comes where an end is none', 0.25, { min: 99.5, max: 200 }, 100.25],
    ['as fine as it comes where an end is open', 0.25, { max: undefined }, 100.25],
    ['whole where a step of nothing is named', 26.6, { step: 0 }, 127],
    ['on the steps that are named, however whole the ends are', 0.25, { step: 0.25 }, 100.25],
  ])('what has no step is set to figures that are %s', (_what, amount, described, found) => {
    const range: Value = { kind: 'range', access, min: 0, max: 254, ...described }
    expect(computedValue(by(amount), at(100, range), undefined)).toBe(found)
  })

  // decision 0244
  test.each<[string, number | undefined, unknown, number, unknown]>([
    ['where it begins with what it is', undefined, 10, 80, 80],
    ['where nobody knows what it is', undefined, null, 80, undefined],
    ['where it is no figure', undefined, 'warm', 80, undefined],
    ['where it is said with what it begins', 1, null, 80, 80],
    ['where it begins with nothing', 0, null, 80, 80],
    ['up to its limit', undefined, 10, 300, 254],
  ])('what it is brought to in the end, %s', (_where, from, now, to, found) => {
    const ramp: ComputedValue = { kind: 'ramp', to, over: 1000, ...(from !== undefined && { from }) }
    expect(computedValue(ramp, at(now, dimmer), undefined)).toBe(found)
  })

  test.each<[unknown, Value, Value, unknown]>([
    [21.3, { kind: 'number', access }, { kind: 'range', access, min: 5, max: 30, step: 0.5 }, 21.5],
    [99, { kind: 'number', access }, { kind: 'range', access, min: 5, max: 30, step: 0.5 }, 30],
    ['OPEN', { kind: 'bool', access, on: 'OPEN', off: 'CLOSE' }, lamp, 'ON'],
    [false, { kind: 'bool', access }, lamp, 'OFF'],
    ['eco', option('eco', 'heat'), option('off', 'eco'), 'eco'],
    ['heat', option('eco', 'heat'), option('off', 'eco'), undefined],
    ['Hi', { kind: 'text', access }, { kind: 'text', access, lengthMax: 3 }, 'Hi'],
    ['Hello', { kind: 'text', access }, { kind: 'text', access, lengthMax: 3 }, undefined],
    [null, { kind: 'number', access }, dimmer, undefined],
  ])('what another says: %j', (says, from, to, found) => {
    expect(computedValue(copy, at(null, to), at(says, from))).toBe(found)
  })

  test('whatever is found is a value that the property takes, on its steps', () => {
    const numbers = fc.record({
      min: fc.integer({ min: -100, max: 0 }),
      max: fc.integer({ min: 1, max: 300 }),
      step: fc.constantFrom(0.1, 0.5, 1, 3, 7),
    })
    fc.assert(
      fc.property(
        numbers,
        fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
        fc.double({ noNaN: true, min: -1e3, max: 1e3 }),
        (limits, now, amount) => {
          const described: Value = { kind: 'range', access, ...limits }
          for (const [computed, other] of [
            [by(amount), undefined],
            [copy, at(now, { kind: 'number', access })],
          ] as const) {
            const found = computedValue(computed, at(now, described), other)
            expect(judge(found, described).faults).toEqual([])
            const steps = (Number(found) - limits.min) / limits.step
            expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6)
          }
        },
      ),
    )
  })

  test('turned twice, a switch is where it was', () => {
    fc.assert(
      fc.property(fc.constantFrom('ON', 'OFF'), (side) => {
        const other = computedValue({ kind: 'toggle' }, at(side, lamp), undefined)
        expect(computedValue({ kind: 'toggle' }, at(other, lamp), undefined)).toBe(side)
      }),
    )
  })
})

function option(...values: string[]): Value {
  return { kind: 'option', access, options: values.map((value) => ({ value })) }
}

describe('what can be found in which way', () => {
  test('a switch is toggled, a number changed by an amount, both take over', () => {
    const ways = (described: Value) =>
      words.computed.map(({ id }) => id).filter((kind) => canCompute(kind, described, words))
    expect(ways(lamp)).toEqual(['toggle', 'replay', 'copy'])
    expect(ways(dimmer)).toEqual(['step', 'ramp', 'replay', 'copy'])
    expect(ways(option('a'))).toEqual(['copy'])
    expect(ways({ kind: 'color', access })).toEqual([])
    // Nobody knows how it is.
    expect(ways({ ...lamp, access: ['write'] })).toEqual(['copy'])
    expect(ways({ ...lamp, access: ['write'], toggle: 'TOGGLE' })).toEqual(['toggle', 'copy'])
    expect(ways({ ...dimmer, access: ['write'] })).toEqual(['copy'])
  })

  test.each<[number, boolean]>([
    [0, false],
    [10, true],
    [-254, true],
    [255, false],
    [Number.NaN, false],
  ])('an amount of %d', (amount, is) => expect(isAmount(amount, dimmer)).toBe(is))

  test('an amount of what begins above nothing is at most what lies between its ends', () => {
    const heating: Value = { kind: 'range', access, min: 5, max: 30 }
    expect([25, -25, 26, -26].map((amount) => isAmount(amount, heating))).toEqual([true, true, false, false])
    expect(isAmount(1e9, { kind: 'number', access })).toBe(true)
  })

  test('a way that the vocabulary does not have is no way', () => {
    const [first] = words.computed
    expect(canCompute('step', dimmer, { computed: [{ ...first, id: 'toggle' }] })).toBe(false)
  })

  test.each<[Value, Value, boolean]>([
    [{ ...dimmer, unit: '%' }, { ...dimmer, unit: '%' }, true],
    [{ ...dimmer, unit: '%' }, { ...dimmer, unit: '°C' }, false],
    [{ ...dimmer, scale: 0.5 }, dimmer, false],
    [{ kind: 'number', access: ['event'] }, dimmer, false],
    [{ ...dimmer, secret: true }, dimmer, false],
    [{ ...dimmer, access: ['write'] }, dimmer, false],
    [lamp, dimmer, false],
    [lamp, { kind: 'bool', access }, true],
    [option('a', 'b'), option('b', 'c'), true],
    [option('a'), option('c'), false],
  ])('from %j to %j', (from, to, may) => expect(canCopy(from, to)).toBe(may))
})
