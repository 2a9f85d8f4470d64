import { expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  ActionSet,
  OnlyIf,
  PlainCondition,
  Rule,
  StepCondition,
  Week,
} from '#schemas/generated/entities/rule.ts'
import { contradictionsOf } from './contradictions.ts'
import { leftBy } from './left-behind.ts'
import type { Surroundings } from './ways.ts'

const HOUR = 3_600_000
const daily: Week = [true, true, true, true, true, true, true]
const now = Date.UTC(2026, 10, 27, 12)
const lamp: Value = { kind: 'bool', access: ['read', 'write'], toggle: 'TOGGLE' }
const home: Surroundings = {
  ...{ now, zone: 'UTC', place: undefined },
  described: (device) => {
    if (device === 'gone') return undefined
    return device === 'button' ? { kind: 'option', access: ['event'] } : lamp
  },
  status: () => true,
}
const sets = (id: string, value: boolean, more: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id: `${id} ${value}`, name: 'Then' },
  devices: [
    { id, device_name: `The ${id}`, settings: [{ service_name: 'S', property_name: 'state', value }] },
  ],
  ...more,
})
const switches = (id: string, state: boolean, more: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id: `${id} ${state}`, name: 'Then', statuses: [{ resource_id: id, name: `The ${id}`, state }] },
  ...more,
})
const status = (id: string, state = true) => ({ resource_id: id, name: id, state })
const away: StepCondition = {
  logic: 'ALL',
  conditions: [{ kind: 'status', id: 'c', status: status('away') }],
}
const within = (from: number, to: number): OnlyIf => ({
  logic: 'ALL',
  conditions: [
    {
      ...{ kind: 'time', id: 'w' },
      window: { from: { hour: from, minute: 0 }, to: { hour: to, minute: 0 }, repeating: daily },
    },
  ],
})
const at = (hour: number, minute = 0) => ({ id: `t${hour}`, hour, minute, second: 0, repeating: daily })
const waits = (event_source: string, value: boolean | string = true) => ({
  ...{ id: event_source, event_source, service_name: 'S', property_name: 'state', value },
  compare_type: 'EQ' as const,
})
const rule = (id: string, more: Partial<Rule>): Rule => ({
  ...{ id, name: `Scene ${id}`, rule_logic: 'OR', active: true },
  ...more,
})
const found = (a: Partial<Rule>, b: Partial<Rule>) => contradictionsOf([rule('a', a), rule('b', b)], home)
const pause = { id: 'p', name: 'D#E#L#A#Y', delay: HOUR }
const off = [sets('lamp', false)]

test.each<[string, ActionSet[], boolean]>([
  ['what it sets', [sets('lamp', true)], true],
  ['what it sets last', [sets('lamp', false), sets('lamp', true)], true],
  [
    'nothing certain of what it sets perhaps',
    [sets('lamp', true), sets('lamp', false, { only_if: away })],
    false,
  ],
  [
    'nothing certain of what it sets for an answer',
    [sets('lamp', true), sets('lamp', false, { on_answer: { set_id: 'q' } })],
    false,
  ],
  [
    'what it sets before something else that is perhaps',
    [sets('lamp', true), sets('fan', true, { only_if: away })],
    true,
  ],
  [
    'what it sets after something else that is perhaps',
    [sets('fan', true, { only_if: away }), sets('lamp', true)],
    true,
  ],
  [
    'what it sets again after it was perhaps',
    [sets('lamp', false, { only_if: away }), sets('lamp', true)],
    true,
  ],
  [
    'nothing certain of what is found only then',
    [
      sets('lamp', true),
      {
        ...{ id: 'c', name: 'c' },
        devices: [
          {
            ...{ id: 'lamp' },
            settings: [{ service_name: 'S', property_name: 'state', computed: { kind: 'toggle' } }],
          },
        ],
      },
    ],
    false,
  ],
  ['what it sets repeatedly', [sets('lamp', true, { repeat: { times: 3, pause: HOUR } })], true],
  [
    'what it sets the first time until something is so',
    [sets('lamp', true, { repeat: { times: 3, pause: HOUR, until: away } })],
    true,
  ],
  [
    'nothing certain as long as something is so',
    [sets('lamp', true, { repeat: { times: 3, pause: HOUR, while: away } })],
    false,
  ],
])('at once, a scene leaves behind %s', (_what, scenes, meets) => {
  const ten = { time_triggers: [at(22)] }
  expect([...found({ ...ten, scenes }, { ...ten, scenes: off }).keys()]).toEqual(meets ? ['a', 'b'] : [])
})

test.each<[string, ActionSet[], boolean]>([
  ['after a pause', [pause], true],
  ['after a pause and something that is perhaps', [pause, sets('fan', true, { only_if: away })], true],
  ['after what is repeated for that long', [sets('fan', true, { repeat: { times: 2, pause: HOUR } })], true],
  ['after what is repeated once more', [sets('fan', true, { repeat: { times: 3, pause: HOUR } })], false],
  ['after a pause that something else may end', [{ ...pause, until: away }], false],
  ['after a pause that chance makes longer', [{ ...pause, spread: HOUR }], false],
  [
    'after a question',
    [{ ...pause, question: { short_desc: '?', answers: [{ id: 'a', label: 'A' }] } }],
    false,
  ],
  ['after a pause that comes perhaps', [sets('fan', true, { only_if: away, delay: HOUR })], false],
  ['after a pause that comes otherwise', [sets('fan', true, { otherwise: true, delay: HOUR })], false],
  [
    'after what is repeated as long as something is so',
    [pause, sets('fan', true, { repeat: { times: 2, pause: 0, while: away } })],
    false,
  ],
  [
    'after what is repeated until something is so',
    [pause, sets('fan', true, { repeat: { times: 2, pause: 0, until: away } })],
    false,
  ],
])('an hour later, a scene leaves behind what it sets %s', (_what, before, meets) => {
  const one = { time_triggers: [at(21)], scenes: [...before, sets('lamp', true)] }
  expect(found(one, { time_triggers: [at(22)], scenes: off }).has('a')).toBe(meets)
})

test.each<[string, ActionSet[], boolean]>([
  ['switches', [switches('s', true)], true],
  ['switches both ways, the last of which counts', [switches('s', true), switches('s', false)], false],
  ['switches perhaps', [switches('s', true), switches('s', false, { only_if: away })], false],
  [
    'switches before another that it perhaps switches',
    [switches('s', true), switches('t', false, { only_if: away })],
    true,
  ],
])('of a status that one scene switches off the other says otherwise where it %s', (_what, scenes, meets) => {
  const ten = { time_triggers: [at(22)] }
  expect(found({ ...ten, scenes }, { ...ten, scenes: [switches('s', false)] }).has('a')).toBe(meets)
})

const on = [sets('lamp', true)]
const motion = { event_triggers: [waits('sensor')] }
const both = { rule_logic: 'AND' as const }
test.each<[string, Partial<Rule>, Partial<Rule>, boolean]>([
  ['one of them is still being made', { ...motion, draft: true }, motion, false],
  [
    'the device that both wait for is gone',
    { event_triggers: [waits('gone')] },
    { event_triggers: [waits('gone')] },
    false,
  ],
  ['both need the same, and nothing else', { ...both, ...motion }, motion, true],
  ['one begins only at its time', { ...both, ...motion, time_triggers: [at(7)] }, motion, false],
  [
    'one begins only with a press',
    { ...both, event_triggers: [waits('sensor'), waits('button', 'x')] },
    motion,
    false,
  ],
  [
    'both begin with a press, of which one needs more',
    { ...both, event_triggers: [waits('sensor'), waits('button', 'x')] },
    { event_triggers: [waits('button', 'x')] },
    true,
  ],
  [
    'both begin with a press, and a value keeps them apart',
    { ...both, event_triggers: [waits('sensor'), waits('button', 'x')] },
    { ...both, event_triggers: [waits('sensor', false), waits('button', 'x')] },
    false,
  ],
  [
    'both begin with a press, and a status keeps them apart',
    { ...both, event_triggers: [waits('button', 'x')], statuses: [status('s')] },
    { ...both, event_triggers: [waits('button', 'x')], statuses: [status('s', false)] },
    false,
  ],
  [
    'a status begins one, and the other only with a press',
    { ...both, statuses: [status('s')], event_triggers: [waits('button', 'x')] },
    { statuses: [status('s')] },
    false,
  ],
  ['a status begins both', { ...both, statuses: [status('s')] }, { statuses: [status('s')] }, true],
  [
    'a status that is switched on begins one, off the other',
    { statuses: [status('s')] },
    { statuses: [status('s', false)] },
    false,
  ],
  [
    'their time is the same, and a value keeps them apart',
    { ...both, ...motion, time_triggers: [at(7)] },
    { ...both, event_triggers: [waits('sensor', false)], time_triggers: [at(7)] },
    false,
  ],
  [
    'their time is the same, and a value is but another reason',
    { ...motion, time_triggers: [at(7)] },
    { event_triggers: [waits('sensor', false)], time_triggers: [at(7)] },
    true,
  ],
  ['one counts presses', { event_triggers: [{ ...waits('sensor'), count: 2, within: HOUR }] }, motion, false],
])('two scenes that set a lamp differently: %s', (_what, a, b, meets) => {
  expect([...found({ ...a, scenes: on }, { ...b, scenes: off }).keys()]).toEqual(meets ? ['a', 'b'] : [])
})

test('of two that begin at different moments, each meets its own conditions in its own', () => {
  const early = { time_triggers: [at(21)], scenes: [pause, ...on] }
  const late = { time_triggers: [at(22)], scenes: off }
  expect(found({ ...early, only_if: within(20, 22) }, { ...late, only_if: within(22, 23) }).size).toBe(2)
  expect(found({ ...early, only_if: within(22, 23) }, { ...late, only_if: within(22, 23) }).size).toBe(0)
  expect(found({ ...early, only_if: within(20, 22) }, { ...late, only_if: within(20, 22) }).size).toBe(0)
})

test.each<[string, number, number, boolean]>([
  ['before the other span begins', 12, 1, false],
  ['with the last day of the other', 3, 31, true],
])('what happens between two dates of the year that begin %s', (_what, month, day, meets) => {
  const dates = (one: PlainCondition & { kind: 'date' }): OnlyIf => ({ logic: 'ALL', conditions: [one] })
  const spring = dates({
    ...{ kind: 'date', id: 's' },
    dates: { from: { month: 2, day: 1 }, to: { month: 3, day: 31 } },
  })
  const other = dates({ kind: 'date', id: 'o', dates: { from: { month, day }, to: { month, day } } })
  expect(
    found({ ...motion, only_if: spring, scenes: on }, { ...motion, only_if: other, scenes: off }).size,
  ).toBe(meets ? 2 : 0)
})

test('each is told what the other does, and when or after what', () => {
  const times = { time_triggers: [at(22), at(23)] }
  const lampOf = { device_id: 'lamp', device_name: 'The lamp', service_name: 'S', property_name: 'state' }
  const first = Date.UTC(2026, 10, 27, 22)
  expect(found({ ...times, scenes: on }, { ...times, scenes: off })).toEqual(
    new Map([
      ['a', [{ rule_id: 'b', rule_name: 'Scene b', ...lampOf, value: true, other_value: false, at: first }]],
      ['b', [{ rule_id: 'a', rule_name: 'Scene a', ...lampOf, value: false, other_value: true, at: first }]],
    ]),
  )
  const begun = { statuses: [status('s')] }
  const said = found(
    { ...begun, scenes: [switches('t', true)] },
    { ...begun, scenes: [switches('t', false)] },
  )
  expect(said.get('a')).toEqual([
    {
      ...{ rule_id: 'b', rule_name: 'Scene b', resource_id: 't', status_name: 'The t' },
      ...{ value: true, other_value: false, after: 0 },
      trigger: {
        type: 'STATUS_TRIGGER',
        resource_id: 's',
        status_name: 's',
        wanted: true,
        found: null,
        at: now,
      },
    },
  ])
})

test('of a pair both of whose lamps and statuses differ each is told once', () => {
  const scenes = (value: boolean) => [sets('lamp', value), sets('fan', value), switches('t', value)]
  const times = { ...motion, time_triggers: [at(22), at(23)] }
  const said = found({ ...times, scenes: scenes(true) }, { ...times, scenes: scenes(false) })
  expect(said.get('a')?.map(({ device_id, resource_id }) => device_id ?? resource_id)).toEqual([
    'lamp',
    'fan',
    't',
  ])
})

// decision 0260: of a group at most one status is on.
test.each<[string, [string, boolean][], Record<string, string>]>([
  ['stands for its group', [['home', true]], { home: 'true', 'group presence': 'home' }],
  [
    'ends another of its group',
    [
      ['away', true],
      ['home', true],
    ],
    { home: 'true', 'group presence': 'home' },
  ],
  [
    'leaves one that was switched off as it is',
    [
      ['away', false],
      ['home', true],
    ],
    { away: 'false', home: 'true', 'group presence': 'home' },
  ],
  [
    'ends none of another group',
    [
      ['asleep', true],
      ['home', true],
    ],
    { asleep: 'true', 'group sleep': 'asleep', home: 'true', 'group presence': 'home' },
  ],
  [
    'stands for nothing once it is off',
    [
      ['home', true],
      ['home', false],
    ],
    { home: 'false' },
  ],
  [
    'that is off leaves the other one standing',
    [
      ['away', true],
      ['home', false],
    ],
    { away: 'true', home: 'false', 'group presence': 'away' },
  ],
  ['of no group stands for itself', [['guests', true]], { guests: 'true' }],
])('a status that is switched %s', (_what, states, left) => {
  const groups: Record<string, string> = { home: 'presence', away: 'presence', asleep: 'sleep' }
  const those = leftBy(rule('a', { scenes: states.map(([id, state]) => switches(id, state)) }), {
    home: { ...home, group: (id) => groups[id] },
    leaves: undefined,
    done: new Map(),
  })
  const then = those.get(0) ?? new Map<string, { means: string }>()
  expect(Object.fromEntries([...then].map(([key, { means }]) => [key, means]))).toEqual(left)
})
