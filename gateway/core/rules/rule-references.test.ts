import { describe, expect, test } from 'vitest'
import type { Rule, TextValue } from '#schemas/generated/entities/rule.ts'
import { acts, ruleOf, sets, when } from '../../../tests/gateway/rules-kit.ts'
import type { RuleBook } from './rule-edit.ts'
import { ruleReferences } from './rule-references.ts'
import type { RuleStore } from './rule-store.ts'

const rule = ruleOf('r', {
  version: 3,
  event_triggers: [when('old', 'S/motion', true), when('other', 'S/motion', true)],
  scenes: [
    acts('s', { devices: [sets('old', ['S/on', true], ['S/level', 7]), sets('other', ['S/on', false])] }),
  ],
})
const without = ruleOf('without', { event_triggers: [when('other', 'S/motion', true)] })
const properties = [{ service: 'S', property: 'on', to: { service: 'T', property: 'state' } }] as never

/** Rules that only remember what was to be stored. */
function world(all: Rule[]) {
  let stored: RuleBook | undefined
  const rules = {
    all: () => all,
    book: { rules: new Map(all.map((one) => [one.id, one])), loose: new Map() },
    becoming(wanted: RuleBook) {
      stored = wanted
      return { entries: new Map(), commit: () => {} }
    },
  } as unknown as RuleStore
  return { references: ruleReferences(rules), of: (id: string) => stored?.rules.get(id) }
}

describe('rules whose device is replaced', () => {
  test('are counted by the device that they name, in triggers and in actions', () => {
    const { references } = world([rule, without, ruleOf('empty')])
    expect(['old', 'other', 'x'].map((id) => references.count(id))).toEqual([1, 2, 0])
  })

  test('name the new one in every place, by its own properties, with the values that they had', () => {
    const { references, of } = world([rule, without])
    references.move('old', 'new', properties)
    expect(of('r')).toEqual({
      ...rule,
      event_triggers: [
        { ...when('old', 'S/motion', true), event_source: 'new' },
        when('other', 'S/motion', true),
      ],
      scenes: [
        acts('s', {
          devices: [sets('new', ['T/state', true], ['S/level', 7]), sets('other', ['S/on', false])],
        }),
      ],
    })
    expect(of('without')).toBe(without)
  })

  // decision 0162
  test('tell the new one in their texts', () => {
    const told = { kind: 'device', id: 'v1', service_name: 'S', property_name: 'on' } as const
    const telling = (values: TextValue[]): Rule =>
      ruleOf('t', { scenes: [acts('s', { notifications: [{ type: 1, desc: '{{v1}}', values }] })] })
    const { references, of } = world([telling([{ ...told, device_id: 'old' }])])
    expect(references.count('old')).toBe(1)
    references.move('old', 'new', properties)
    expect(of('t')).toEqual(
      telling([{ ...told, device_id: 'new', service_name: 'T', property_name: 'state' }]),
    )
  })

  test('become to the letter what they were, where nobody changed them since', () => {
    const before = world([rule])
    const { back } = before.references.move('old', 'new', properties)
    const moved = { ...before.of('r'), version: 4 } as Rule
    const after = world([moved])
    after.references.revert('old', 'new', back)
    expect(after.of('r')).toBe(rule)
  })

  test('name the old one again and keep what was changed since', () => {
    const before = world([rule])
    const { back } = before.references.move('old', 'new', properties)
    const changed = { ...before.of('r'), version: 5, name: 'Changed' } as Rule
    const after = world([changed])
    after.references.revert('old', 'new', back)
    expect(after.of('r')).toEqual({ ...rule, version: 5, name: 'Changed' })
  })
})
