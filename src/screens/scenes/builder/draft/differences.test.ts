import { describe, expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { differences } from './differences.ts'

const rule: Rule = {
  id: 'r',
  name: 'Evening',
  rule_logic: 'OR',
  active: true,
  time_triggers: [{ id: 't', hour: 6, minute: 0, second: 0 }],
  statuses: [{ resource_id: 'away', name: 'Away', state: true }],
  scenes: [
    { id: 'a', name: 'First' },
    { id: 'b', name: 'D#E#L#A#Y', delay: 1000 },
  ],
}
const said = (after: Partial<Rule>) =>
  differences(rule, { ...rule, ...after }).map(({ part, change }) => `${change} ${part}`)

describe('what somebody has made of a rule', () => {
  test('nothing, where only the order in which fields are written differs', () => {
    const { id, name, ...rest } = rule
    expect(differences(rule, { ...rest, name, id })).toEqual([])
  })

  test.each<[Partial<Rule>, string[]]>([
    [{ name: 'Dusk' }, ['changed name']],
    [{ active: false }, ['changed active']],
    [{ rule_logic: 'AND' }, ['changed logic']],
    [{ time_triggers: [] }, ['removed time']],
    [{ time_triggers: [{ id: 't', hour: 7, minute: 0, second: 0 }] }, ['changed time']],
    [{ statuses: [{ resource_id: 'away', name: 'Away', state: false }] }, ['changed status']],
    [{ scenes: [...(rule.scenes ?? []), { id: 'c', name: 'Third' }] }, ['added set']],
    [{ scenes: rule.scenes?.toReversed() }, ['changed order']],
    [{ scenes: rule.scenes?.slice(0, 1) }, ['removed pause']],
    [{ run_mode: 'queued' }, ['changed again']],
    [{ run_mode: 'restart' }, []],
  ])('%j', (after, expected) => expect(said(after)).toEqual(expected))
})
