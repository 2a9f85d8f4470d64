import { expect, test } from 'vitest'
import type { DeviceTrigger } from '#schemas/generated/entities/rule.ts'
import { comparisonOf, meets } from './conditions.ts'
import type { Scalar } from './world.ts'

const trigger = (compare_type: DeviceTrigger['compare_type'], value: Scalar): DeviceTrigger => ({
  id: 't',
  event_source: 'd',
  service_name: 'S',
  property_name: 'p',
  compare_type,
  value,
})

test.each([
  ['EQ', true, true, true],
  ['EQ', true, false, false],
  ['GT', 20, 21, true],
  ['GT', 20, 20, false],
  ['LT', 20, 19, true],
  ['LT', 20, '19', true],
  ['EQ', 20, undefined, undefined],
  // Yes is not more than no, nor than a number.
  ['GT', false, true, false],
  ['LT', true, false, false],
  ['GT', 'a', true, false],
  ['GT', false, 'true', false],
] as const)('a trigger that waits for %s %j is met by %j: %j', (op, wanted, value, met) => {
  expect(meets(trigger(op, wanted), value)).toBe(met)
})

test.each([
  ['at most 20', { compare_type: 'LT', inclusive: true }, [19, 20], [21]],
  ['at least 20', { compare_type: 'GT', inclusive: true }, [20, '20.5'], [19.9]],
  ['between 20 and 25', { compare_type: 'GT', inclusive: true, upper: 25 }, [20, 22, 25], [19.9, 25.1]],
  ['above 20 and below 25', { compare_type: 'GT', upper: 25 }, [22], [20, 25]],
  ['not 20', { compare_type: 'EQ', negated: true }, [19, 'off'], [20, '20']],
] as const)('a trigger that waits for %s is met by what is so, and by nothing else', (_, way, met, unmet) => {
  for (const value of met) expect(meets({ ...trigger('EQ', 20), ...way }, value), String(value)).toBe(true)
  for (const value of unmet) expect(meets({ ...trigger('EQ', 20), ...way }, value), String(value)).toBe(false)
  expect(meets({ ...trigger('EQ', 20), ...way }, undefined)).toBeUndefined()
})

test('yes is neither at most nor at least anything', () => {
  expect(meets({ ...trigger('LT', 1), inclusive: true }, true)).toBe(false)
  expect(meets({ ...trigger('GT', 0), inclusive: true, upper: 2 }, true)).toBe(false)
})

test('each way to compare has one word', () => {
  const words = [
    { compare_type: 'EQ' },
    { compare_type: 'EQ', negated: true },
    { compare_type: 'LT' },
    { compare_type: 'LT', inclusive: true },
    { compare_type: 'GT' },
    { compare_type: 'GT', inclusive: true },
    { compare_type: 'GT', inclusive: true, upper: 3 },
  ] as const
  expect(words.map(comparisonOf)).toEqual(['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'BETWEEN'])
})
