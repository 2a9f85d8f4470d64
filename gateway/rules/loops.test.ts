import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  ActionSet,
  ComputedValue,
  Rule,
  RuleAction,
  TimeTrigger,
} from '#schemas/generated/entities/rule.ts'
import { besideIn, loopsOf as loopsWith } from './loops.ts'

/** Whatever is called so is a button: what it tells are events. */
const loopsOf = (rules: readonly Rule[]) => loopsWith(rules, ({ event_source }) => event_source === 'button')

const trigger = (device: string, value: string | number, compare_type: 'EQ' | 'LT' | 'GT' = 'EQ') => ({
  id: `${device}-${value}`,
  event_source: device,
  service_name: 'S',
  property_name: 'p',
  value,
  compare_type,
})
const sets = (device: string, value: string | number) => ({
  id: `set-${device}`,
  name: 'Actions',
  devices: [{ id: device, settings: [{ service_name: 'S', property_name: 'p', value }] }],
})
const rule = (id: string, rest: Partial<Rule>): Rule => ({
  id,
  name: id,
  rule_logic: 'OR',
  active: true,
  ...rest,
})

describe('rules that set one another off', () => {
  const a = rule('a', { event_triggers: [trigger('x', 'on')], scenes: [sets('y', 'on')] })
  const b = rule('b', { event_triggers: [trigger('y', 'on')], scenes: [sets('x', 'on')] })

  test('are found by what they set and what they wait for', () => {
    expect(loopsOf([a, b])).toEqual([expect.toSatisfy((ids: string[]) => ids.toSorted().join() === 'a,b')])
  })

  // decision 0259
  test('are found where one waits for the end of the other, which its own actions set off', () => {
    const ends = (id: string, rest: Partial<Rule> = {}) =>
      rule(id, {
        run_triggers: [{ id: 'e', rule_id: id === 'a' ? 'b' : 'a', name: 'Other', end: 'failed' }],
        ...rest,
      })
    const names = (...rules: Rule[]) => loopsOf(rules).map((ring) => ring.toSorted().join())
    expect(names(ends('a'), ends('b'))).toEqual(['a,b'])
    expect(names(ends('a'), rule('b', { scenes: [sets('x', 'on')] }))).toEqual([])
    const by = rule('b', { event_triggers: [trigger('x', 'on')] })
    expect(names(ends('a', { scenes: [sets('x', 'on')] }), by)).toEqual(['a,b'])
    expect(names(ends('a'), ends('b', { active: false }))).toEqual([])
    const own = { id: 'e', rule_id: 'a', name: 'A', end: 'over' as const }
    expect(names(rule('a', { run_triggers: [own] }))).toEqual(['a'])
  })

  // decision 0260
  test('are found where a status that one switches on takes another one of its group back', () => {
    const named = (id: string, state: boolean) => ({ resource_id: id, name: id, state })
    const back = (id: string) =>
      rule(id, { statuses: [named(id, false)], scenes: [{ id, name: id, statuses: [named(id, true)] }] })
    const rings = (...statuses: { resource_id: string; group?: string }[]) =>
      loopsWith([back('home'), back('away')], () => false, undefined, besideIn(statuses)).map((ring) =>
        ring.toSorted().join(),
      )
    const home = { resource_id: 'home', group: 'Mode' }
    expect(rings(home, { resource_id: 'away', group: 'Mode' })).toEqual(['away,home'])
    expect(rings(home, { resource_id: 'away', group: 'Other' })).toEqual([])
    expect(rings({ resource_id: 'home' }, { resource_id: 'away' })).toEqual([])
  })

  test('are none when the value that is set is not the one that is waited for', () => {
    const other = rule('b', { event_triggers: [trigger('y', 'on')], scenes: [sets('x', 'off')] })
    expect(loopsOf([a, other])).toEqual([])
  })

  test.each([
    ['GT', 20, 21, true],
    ['GT', 20, 20, false],
    ['LT', 20, 19, true],
    ['EQ', 20, 20, true],
  ] as const)('compare as triggers do: %s %d, set to %d: %s', (compare, wanted, value, loop) => {
    const first = rule('a', { event_triggers: [trigger('x', wanted, compare)], scenes: [sets('y', 'on')] })
    const second = rule('b', { event_triggers: [trigger('y', 'on')], scenes: [sets('x', value)] })
    expect(loopsOf([first, second])).toHaveLength(loop ? 1 : 0)
  })

  // decision 0171
  test.each<[ComputedValue, 'GT' | 'LT' | 'EQ', boolean]>([
    [{ kind: 'step', amount: 5 }, 'GT', true],
    [{ kind: 'step', amount: 5 }, 'LT', false],
    [{ kind: 'step', amount: -5 }, 'LT', true],
    [{ kind: 'step', amount: -5 }, 'GT', false],
    [{ kind: 'step', amount: 5 }, 'EQ', true],
    [{ kind: 'toggle' }, 'EQ', true],
    [{ kind: 'ramp', to: 30, over: 1000 }, 'GT', true],
    [{ kind: 'ramp', to: 10, over: 1000 }, 'GT', false],
    [{ kind: 'ramp', from: 30, to: 10, over: 1000 }, 'GT', true],
    [{ kind: 'ramp', from: 5, to: 10, over: 1000 }, 'EQ', true],
  ])(
    'what is found only when it runs may be anything that lies that way: %j, %s: %s',
    (computed, compare, loop) => {
      const first = rule('a', { event_triggers: [trigger('x', 20, compare)], scenes: [sets('y', 'on')] })
      const settings = [{ service_name: 'S', property_name: 'p', computed }]
      const second = rule('b', {
        event_triggers: [trigger('y', 'on')],
        scenes: [{ id: 's', name: 'S', devices: [{ id: 'x', settings }] }],
      })
      expect(loopsOf([first, second])).toHaveLength(loop ? 1 : 0)
    },
  )

  // "Press: when it is on, switch it off" and its counterpart: each waits for a press of its own.
  test('are none where all of it must hold and one of it is a moment: only that begins', () => {
    const press = trigger('button', 1)
    const off = rule('off', {
      rule_logic: 'AND',
      event_triggers: [press, trigger('x', 'on')],
      scenes: [sets('x', 'off')],
    })
    const on = rule('on', {
      rule_logic: 'AND',
      event_triggers: [press, trigger('x', 'off')],
      scenes: [sets('x', 'on')],
    })
    expect(loopsOf([off, on])).toEqual([])
    const daily = {
      id: 't',
      hour: 7,
      minute: 0,
      second: 0,
      repeating: [true, true, true, true, true, true, true],
    } as TimeTrigger
    expect(loopsOf([off, { ...on, event_triggers: [trigger('x', 'off')], time_triggers: [daily] }])).toEqual(
      [],
    )
    // Where one of it is enough, or nothing is a moment, states begin too.
    expect(loopsOf([off, on].map((one) => ({ ...one, rule_logic: 'OR' as const })))).toHaveLength(1)
    const without = [off, on].map((one) => ({ ...one, event_triggers: one.event_triggers?.slice(1) }))
    expect(loopsOf(without)).toHaveLength(1)
  })

  test('are found through statuses too', () => {
    const home = (state: boolean) => ({ name: 'home', state, resource_id: 's' })
    const switches = { id: 'set', name: 'Actions', statuses: [home(true)] }
    const first = rule('a', { event_triggers: [trigger('x', 'on')], scenes: [switches] })
    const second = rule('b', { statuses: [home(true)], scenes: [sets('x', 'on')] })
    expect(loopsOf([first, second])).toHaveLength(1)
    expect(loopsOf([first, { ...second, statuses: [home(false)] }])).toEqual([])
  })

  test.each([{ active: false }, { draft: true }])('are none while one of them has %j', (state) => {
    expect(loopsOf([a, { ...b, ...state }])).toEqual([])
  })

  test('a rule whose action makes its own only trigger true is none: it is true already', () => {
    expect(loopsOf([rule('a', { event_triggers: [trigger('x', 'on')], scenes: [sets('x', 'on')] })])).toEqual(
      [],
    )
  })

  test('a rule that something else sets off may set itself off', () => {
    const self = rule('a', {
      event_triggers: [trigger('x', 'on'), trigger('z', 'on')],
      scenes: [sets('x', 'on')],
    })
    expect(loopsOf([self])).toEqual([['a']])
    expect(loopsOf([{ ...self, rule_logic: 'AND' }])).toEqual([])
  })

  // decision 0172
  test.each<[RuleAction['act'], boolean]>([
    ['run', true],
    ['switch_on', false],
    ['switch_off', false],
  ])('are found where one runs the other by itself: %s', (act, loop) => {
    const by = (rule_id: string): ActionSet => ({
      id: `by-${rule_id}`,
      name: 'S',
      rules: [{ rule_id, name: rule_id, act }],
    })
    const first = rule('a', { scenes: [by('b')] })
    const second = rule('b', { scenes: [by('a'), by('gone')] })
    expect(loopsOf([first, second])).toHaveLength(loop ? 1 : 0)
    expect(loopsOf([first, { ...second, active: false }])).toEqual([])
  })

  test('are told apart from other rings', () => {
    const ring = (from: string, to: string) =>
      rule(`${from}${to}`, { event_triggers: [trigger(from, 'on')], scenes: [sets(to, 'on')] })
    const found = loopsOf([ring('x', 'y'), ring('y', 'x'), ring('p', 'q'), ring('q', 'p'), ring('y', 'p')])
    expect(found.map((ids) => ids.toSorted().join()).toSorted()).toEqual(['pq,qp', 'xy,yx'])
  })
})

test('as one finds them by walking: two rules are in one ring when each can be reached from the other', () => {
  const device = fc.constantFrom('u', 'v', 'w', 'x', 'y', 'z')
  const rules = fc
    .array(fc.tuple(device, device), { maxLength: 12 })
    .map((edges) =>
      edges.map(([from, to], n) =>
        rule(`r${n}`, { event_triggers: [trigger(from, 'on')], scenes: [sets(to, 'on')] }),
      ),
    )
  fc.assert(
    fc.property(rules, (all) => {
      const next = (one: Rule): Rule[] =>
        all.filter(
          (other) =>
            other !== one && other.event_triggers?.[0]?.event_source === one.scenes?.[0]?.devices?.[0]?.id,
        )
      const reach = (from: Rule): Set<Rule> => {
        const seen = new Set<Rule>()
        const open = next(from)
        for (let one = open.pop(); one; one = open.pop()) {
          if (seen.has(one)) continue
          seen.add(one)
          open.push(...next(one))
        }
        return seen
      }
      const reached = new Map(all.map((one) => [one.id, new Set([...reach(one)].map(({ id }) => id))]))
      const loops = loopsOf(all)
      for (const one of all) {
        const wanted = all
          .filter(({ id }) => id !== one.id && reached.get(one.id)?.has(id) && reached.get(id)?.has(one.id))
          .map(({ id }) => id)
        const found = loops.find((ids) => ids.includes(one.id))?.filter((id) => id !== one.id) ?? []
        expect(found.toSorted()).toEqual(wanted.toSorted())
      }
    }),
    { numRuns: 300 },
  )
})

test('a chain of thousands of rules is walked', () => {
  const chain = Array.from({ length: 3000 }, (_, n) =>
    rule(`r${n}`, { event_triggers: [trigger(`d${n}`, 'on')], scenes: [sets(`d${(n + 1) % 3000}`, 'on')] }),
  )
  expect(loopsOf(chain).map((ids) => ids.length)).toEqual([3000])
})
