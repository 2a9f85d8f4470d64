import { describe, expect, test } from 'vitest'
import type { Rule, ScenarioStatus } from '#schemas/generated/channel.ts'
import { changesOf, exportText, readExport, withThoseItRuns } from './exported.ts'

const rule: Rule = {
  id: 'r1',
  name: 'Night',
  rule_logic: 'OR',
  active: true,
  version: 4,
  statuses: [{ name: 'away', state: true, resource_id: 's1' }],
}
const away: ScenarioStatus = { resource_id: 's1', name: 'away', icon: 15, state: true, since: 5 }
const other: ScenarioStatus = { resource_id: 's2', name: 'night', icon: 5, state: false }

describe('rules as a file', () => {
  test('take along the statuses that they name, and read back as they were', () => {
    const read = readExport(exportText([rule], [away, other]))
    expect(read?.rules).toEqual([rule])
    expect(read?.statuses).toEqual([{ resource_id: 's1', name: 'away', icon: 15, state: true }])
  })

  test('of one scene take along those that it runs, each once, however they run each other', () => {
    const running = (id: string, ...others: string[]): Rule => ({
      ...{ id, name: id, rule_logic: 'OR', active: true },
      scenes: [
        { id: `${id} 1`, name: 'First' },
        ...others.map((rule_id) => ({
          ...{ id: `${id} ${rule_id}`, name: 'Then' },
          rules: [{ rule_id, name: rule_id, act: 'run' as const }],
        })),
      ],
    })
    const rules = [
      running('a', 'b', 'c'),
      running('b', 'a', 'gone'),
      running('c', 'c', 'b'),
      running('d', 'a'),
    ]
    expect(withThoseItRuns(rules, 'a').map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(withThoseItRuns(rules, 'gone')).toEqual([])
    const run_triggers = [{ id: 'e', rule_id: 'c', name: 'c', end: 'over' as const }]
    expect(withThoseItRuns([...rules, { ...running('w'), run_triggers }], 'w').map(({ id }) => id)).toEqual([
      'w',
      'c',
      'b',
      'a',
    ])
  })

  // decision 0247
  test('take along no people, but the statuses by which messages are for somebody', () => {
    const person = { kind: 'person', user_id: 'u1', name: 'Anna' } as const
    const status = { resource_id: 's2', name: 'night', state: true }
    const telling = (...recipients: object[]) => ({
      ...{ id: 's', name: 's' },
      notifications: [{ type: 1, short_desc: 'Wet', recipients }] as never,
    })
    const scenes = [telling(person), telling(person, { kind: 'owner', while: status })]
    const text = exportText([{ ...rule, scenes }], [away, other])
    expect(text).not.toMatch(/Anna|u1/)
    const read = readExport(text)
    expect(read?.rules?.[0]?.scenes?.map(({ notifications }) => notifications?.[0]?.recipients)).toEqual([
      [{ kind: 'owner' }],
      [{ kind: 'owner', while: status }],
    ])
    expect(read?.statuses?.map(({ resource_id }) => resource_id)).toEqual(['s1', 's2'])
  })

  // decision 0260
  test('a status takes its group along, and one that has another group is changed', () => {
    const read = readExport(exportText([rule], [{ ...away, group: 'Mode' }, other]))
    expect(read?.statuses?.[0]).toMatchObject({ resource_id: away.resource_id, group: 'Mode' })
    const does = (group?: string) =>
      changesOf(read ?? {}, { rules: [rule], statuses: [{ ...away, ...(group && { group }) }] })[0]?.does
    expect([does('Mode'), does('Other'), does()]).toEqual(['nothing', 'change', 'change'])
  })

  test('what a builder has begun stays behind', () => {
    expect(readExport(exportText([{ ...rule, draft: true }], []))?.rules).toEqual([])
  })

  test.each([
    ['no JSON', 'scenes'],
    ['another file', '{"rules":[]}'],
    ['rules that are none', '{"kind":"gatehouse.scenes","rules":[{}]}'],
    ['a list', '[]'],
    ['statuses that are none', '{"kind":"gatehouse.scenes","rules":[],"statuses":[1]}'],
  ])('%s is known as none of ours', (_what, text) => expect(readExport(text)).toBeUndefined())

  test('what an import would do is told thing by thing', () => {
    const file = {
      rules: [rule, { ...rule, id: 'r2', name: 'New' }, { ...rule, id: 'r3', active: false }],
      statuses: [away],
    }
    const known = {
      // Neither its version nor the order of its fields is a difference.
      rules: [
        {
          active: true,
          id: 'r1',
          name: 'Night',
          rule_logic: 'OR' as const,
          statuses: rule.statuses,
          version: 9,
        },
        { ...rule, id: 'r3' },
      ],
      statuses: [{ ...away, state: false }],
    }
    expect(changesOf(file, known).map(({ id, does }) => [id, does])).toEqual([
      ['s1', 'nothing'],
      ['r1', 'nothing'],
      ['r2', 'create'],
      ['r3', 'change'],
    ])
  })
})
