import { expect, test } from 'vitest'
import type { DeviceTrigger } from '#schemas/generated/entities/rule.ts'
import { meets } from './conditions.ts'
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
