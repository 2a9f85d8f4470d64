import { expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { copyOf, nameOfCopy } from './duplicate.ts'

test.each([
  ['Evening', ['Evening'], 'Evening 2'],
  ['Evening', ['Evening', 'evening 2'], 'Evening 3'],
  ['Evening 2', ['Evening', 'Evening 2'], 'Evening 3'],
  ['7', ['7'], '7 2'],
])('a copy of %j beside %j is called %j', (name, taken, wanted) => {
  expect(nameOfCopy(name, taken)).toBe(wanted)
})

// decision 0172
test('what switches itself off does so as a copy, too; others stay who they are', () => {
  const act = 'switch_off' as const
  const rules = [
    { rule_id: 'r', name: 'Once', act },
    { rule_id: 'other', name: 'Other', act },
  ]
  const copy = copyOf(
    { id: 'r', name: 'Once', rule_logic: 'OR', active: true, scenes: [{ id: 's', name: 'S', rules }] },
    'Once 2',
  )
  expect(copy.scenes?.[0]?.rules).toEqual([
    { rule_id: copy.id, name: 'Once 2', act },
    { rule_id: 'other', name: 'Other', act },
  ])
})

test('a name as long as names may be makes room for the number', () => {
  expect(nameOfCopy('a'.repeat(128), [])).toBe(`${'a'.repeat(126)} 2`)
})

test('a copy does the same under ids of its own, and is off', () => {
  const rule: Rule = {
    id: 'r',
    name: 'Evening',
    rule_logic: 'AND',
    active: true,
    version: 7,
    sun_triggers: [
      { id: 's', sun: { event: 'dusk' }, repeating: [true, true, true, true, true, true, true] },
    ],
    silence_triggers: [{ id: 'q', device_id: 'window', after: 60_000 }],
    run_triggers: [{ id: 'e', rule_id: 'other', name: 'Other', end: 'over' }],
    scenes: [{ id: 'a', name: 'On', statuses: [{ name: 'Home', state: true, resource_id: 'home' }] }],
  }
  const copy = copyOf(rule, 'Evening 2')
  expect(copy).toMatchObject({
    name: 'Evening 2',
    rule_logic: 'AND',
    active: false,
    sun_triggers: [{ sun: { event: 'dusk' } }],
    silence_triggers: [{ device_id: 'window', after: 60_000 }],
    run_triggers: [{ rule_id: 'other', end: 'over' }],
    scenes: [{ name: 'On', statuses: [{ resource_id: 'home' }] }],
  })
  expect(copy).not.toHaveProperty('version')
  const ids = ({ id, sun_triggers = [], silence_triggers = [], run_triggers = [], scenes = [] }: Rule) => [
    id,
    ...[...sun_triggers, ...silence_triggers, ...run_triggers, ...scenes].map((one) => one.id),
  ]
  expect(new Set([...ids(rule), ...ids(copy)]).size).toBe(10)
})
