import { expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { ruleWithin } from './scenes.ts'

const rule = (more: Partial<Rule>): Rule => ({
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true },
  scenes: [{ id: 's', name: 'S', devices: [{ id: 'lamp', settings: [] }] }],
  ...more,
})
const reached = new Set(['lamp', 'window'])

// decisions 0258 and 0259
test('a scene that waits for a silence is found by who finds the device, one that waits for another scene is not', () => {
  const silent = (device_id: string) => rule({ silence_triggers: [{ id: 'q', device_id, after: 60_000 }] })
  expect(ruleWithin(silent('window'), reached)).toBe(true)
  expect(ruleWithin(silent('safe'), reached)).toBe(false)
  const run_triggers = [{ id: 'e', rule_id: 'x', name: 'X', end: 'over' as const }]
  expect(ruleWithin(rule({ run_triggers }), reached)).toBe(false)
  expect(ruleWithin(rule({ run_triggers: [] }), reached)).toBe(true)
})
