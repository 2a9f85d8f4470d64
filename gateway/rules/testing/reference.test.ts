import { expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { createEvaluator } from '../evaluator.ts'
import { firings, type Story } from './reference.ts'
import { happeningOf, worldOf } from './stories.ts'

const from = Date.UTC(2026, 5, 1, 12)
const after = (seconds: number): number => from + seconds * 1000
const key = 'lamp/S/a'

/** A lamp that has been on for ten seconds, or twenty past twelve in Greenwich, which is the same moment. */
const rule = (rule_logic: 'OR' | 'AND'): Rule => ({
  id: 'r',
  name: 'r',
  rule_logic,
  active: true,
  time_triggers: [
    { id: 't', hour: 12, minute: 0, second: 20, repeating: [true, true, true, true, true, true, true] },
  ],
  event_triggers: [
    {
      id: 'd',
      event_source: 'lamp',
      service_name: 'S',
      property_name: 'a',
      value: 1,
      compare_type: 'EQ',
      delay: 10_000,
    },
  ],
})

const story = (rule_logic: 'OR' | 'AND'): Story => ({
  zone: 'UTC',
  from,
  until: after(60),
  rules: [rule(rule_logic)],
  start: new Map([[key, 0]]),
  told: [{ at: after(10), key, value: 1 }],
  events: new Set(),
})

test.each(['OR', 'AND'] as const)(
  'a delay that ends at the moment of a time trigger fires a rule of %s once, by the reference and by the evaluator',
  (rule_logic) => {
    const told = story(rule_logic)
    const evaluator = createEvaluator({
      rules: told.rules,
      zone: told.zone,
      at: from,
      world: worldOf(told.start),
    })
    const fired = [...told.told.map(happeningOf), { kind: 'clock', at: after(20) } as const].flatMap(
      (happening) => evaluator.take(happening).fired.map(({ rule_id, at }) => `${rule_id}@${at}`),
    )
    expect(fired).toEqual([`r@${after(20)}`])
    expect(firings(told)).toEqual(fired)
  },
)
