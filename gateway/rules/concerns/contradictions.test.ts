import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  ActionSet,
  DeviceTrigger,
  OnlyIf,
  PlainCondition,
  Rule,
  Week,
} from '#schemas/generated/entities/rule.ts'
import { createEvaluator } from '../evaluator.ts'
import { stories, worldOf } from '../testing/stories.ts'
import { contradictionsOf } from './contradictions.ts'
import type { Surroundings } from './ways.ts'

const HOUR = 3_600_000
const daily: Week = [true, true, true, true, true, true, true]
const now = Date.UTC(2026, 10, 27, 12)
const lamp: Value = { kind: 'bool', access: ['read', 'write'], on: 'ON', off: 'OFF', toggle: 'TOGGLE' }
const press: Value = { kind: 'option', access: ['event'] }
const text: Value = { kind: 'text', access: ['read'] }
const order: Value = { kind: 'option', access: ['write'] }

const home: Surroundings = {
  ...{ now, zone: 'Europe/Zurich', place: { latitude: 47.5, longitude: 8.73 } },
  described: (device) =>
    device === 'gone' ? undefined : ({ button: press, remote: order, text }[device] ?? lamp),
  status: () => true,
}
const rule = (id: string, more: Partial<Rule>): Rule => ({
  ...{ id, name: id, rule_logic: 'OR', active: true },
  ...more,
})
const setting = (value: string | boolean, of = 'lamp', more: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id: `${of}${value}${more.delay}`, name: 'Then' },
  devices: [{ id: of, settings: [{ service_name: 'S', property_name: 'state', value }] }],
  ...more,
})
const at = (hour: number, repeating = daily) => ({ id: `t${hour}`, hour, minute: 0, second: 0, repeating })
const waits = (event_source: string, value: DeviceTrigger['value'], more: Partial<DeviceTrigger> = {}) => ({
  ...{ id: `${event_source}${value}`, event_source, service_name: 'S', property_name: 'state', value },
  compare_type: 'EQ' as const,
  ...more,
})
const within = (from: number, to: number): PlainCondition => ({
  kind: 'time',
  id: `${from}-${to}`,
  window: { from: { hour: from, minute: 0 }, to: { hour: to, minute: 0 }, repeating: daily },
})
const away = (state: boolean): PlainCondition => ({
  kind: 'status',
  id: 'a',
  status: { resource_id: 'away', name: 'Away', state },
})
const asks = (event_source: string, value: DeviceTrigger['value'], more: Partial<DeviceTrigger> = {}) => ({
  ...{ kind: 'device' as const, id: `${event_source}${value}` },
  device: waits(event_source, value, more),
})
const warmer = (than: number) => asks('text', than, { compare_type: 'GT' })
const colder = (than: number) => asks('text', than, { compare_type: 'LT' })
const all = (...conditions: PlainCondition[]): OnlyIf => ({ logic: 'ALL', conditions })

type ActionDevice = NonNullable<ActionSet['devices']>[number]
const everyLamp = { id: 'every', kind: 'light', sets: 'state', value: false }
const on = [setting('ON')]
const off = [setting('OFF')]
const ten = { time_triggers: [at(22)] }
const quiet = { id: 'q', device_id: 'window', after: HOUR }
const ended = (end: 'over' | 'failed', rule_id = 'night') => ({ id: end, rule_id, name: 'Night', end })
const motion = { event_triggers: [waits('sensor', true)] }
const found = (...rules: Rule[]) => contradictionsOf(rules, home)
const pairs = (a: Partial<Rule>, b: Partial<Rule>) => [...found(rule('a', a), rule('b', b)).keys()]

test('two scenes that set one lamp to different values at 22:00 are named to each other, with the next time', () => {
  const said = found(rule('a', { ...ten, scenes: off }), rule('b', { ...ten, scenes: on }))
  expect(said.get('a')).toEqual([
    {
      ...{ rule_id: 'b', rule_name: 'b', value: 'OFF', other_value: 'ON' },
      ...{ device_id: 'lamp', service_name: 'S', property_name: 'state' },
      at: Date.UTC(2026, 10, 27, 21),
    },
  ])
  expect(said.get('b')).toMatchObject([{ rule_id: 'a', value: 'ON', other_value: 'OFF' }])
})

test('of one rule the same is found as of all, and nothing of what it does not set', () => {
  const rules = [
    rule('a', { ...ten, scenes: off }),
    rule('b', { ...ten, scenes: [...on, setting('ON', 'fan')] }),
    rule('c', { ...ten, scenes: [setting('OFF', 'fan')] }),
    rule('d', { ...motion, scenes: on }),
  ]
  const all = found(...rules)
  for (const { id } of rules) expect(contradictionsOf(rules, home, id).get(id)).toEqual(all.get(id))
  expect([...contradictionsOf(rules, home, 'a').keys()]).toEqual(['a', 'b'])
  expect(contradictionsOf(rules, home, 'unknown')).toEqual(new Map())
})

// decision 0244
test('what follows on a value that is brought along counts when that is over', () => {
  const computed = { kind: 'ramp', to: 50, over: HOUR } as const
  const along: ActionSet = {
    ...{ id: 'along', name: 'Then' },
    devices: [{ id: 'fan', settings: [{ service_name: 'S', property_name: 'speed', computed }] }],
  }
  expect(
    found(
      rule('a', { time_triggers: [at(21)], scenes: [along, ...off] }),
      rule('b', { ...ten, scenes: on }),
    ).get('a'),
  ).toMatchObject([{ at: Date.UTC(2026, 10, 27, 21) }])
})

test('what one does after a pause counts when it comes', () => {
  const later = [setting('OFF', 'fan'), setting('OFF', 'lamp', { delay: HOUR })]
  expect(
    found(rule('a', { time_triggers: [at(21)], scenes: later }), rule('b', { ...ten, scenes: on })).get('a'),
  ).toMatchObject([{ at: Date.UTC(2026, 10, 27, 21) }])
  // A run that begins meanwhile takes its place.
  const again = { time_triggers: [at(21), { ...at(21), id: 'u', minute: 30 }], scenes: later }
  expect(pairs(again, { ...ten, scenes: on })).toEqual([])
  // Nobody knows when it goes on.
  expect(
    pairs(
      { time_triggers: [at(21)], scenes: [setting('OFF', 'lamp', { delay: HOUR, spread: 0 })] },
      { ...ten, scenes: on },
    ),
  ).toEqual([])
})

test.each<[string, Partial<Rule>, Partial<Rule>]>([
  ['the same thing happens', { ...motion, scenes: on }, { ...motion, scenes: off }],
  [
    'a status is switched',
    { statuses: [{ resource_id: 's', name: 'S', state: true }], scenes: on },
    { statuses: [{ resource_id: 's', name: 'S', state: true }], scenes: off },
  ],
  [
    'a button is pressed',
    { event_triggers: [waits('button', 'short')], scenes: on },
    { event_triggers: [waits('button', 'short')], scenes: off },
  ],
  [
    'a device falls silent',
    { silence_triggers: [quiet], scenes: on },
    { silence_triggers: [{ ...quiet, id: 'r' }], scenes: off },
  ],
  [
    'a scene is over',
    { run_triggers: [ended('over')], scenes: on },
    { run_triggers: [ended('over')], scenes: off },
  ],
  [
    'a scene failed',
    { run_triggers: [ended('over')], scenes: on },
    { run_triggers: [ended('failed')], scenes: off },
  ],
  [
    'one of them asks about more',
    { ...motion, scenes: on, only_if: all(away(true)) },
    { ...motion, scenes: off },
  ],
  [
    'their windows meet',
    { ...motion, scenes: on, only_if: all(within(8, 12)) },
    { ...motion, scenes: off, only_if: all(within(11, 14)) },
  ],
  [
    'both set a status',
    { ...ten, scenes: [{ id: 'x', name: 'X', statuses: [{ resource_id: 's', name: 'S', state: true }] }] },
    { ...ten, scenes: [{ id: 'y', name: 'Y', statuses: [{ resource_id: 's', name: 'S', state: false }] }] },
  ],
  ['one of them also begins by the clock', { ...motion, ...ten, scenes: on }, { ...motion, scenes: off }],
  [
    'one says by a word that it does not compare otherwise',
    { event_triggers: [waits('sensor', 25, { inclusive: false, negated: false })], scenes: on },
    { event_triggers: [waits('sensor', 25)], scenes: off },
  ],
  [
    'one sets whatever is found an hour later',
    { ...ten, scenes: [...on, { id: 'all', name: 'All', delay: HOUR, targets: [everyLamp] }] },
    { ...ten, scenes: off },
  ],
  [
    'a value lies between what they ask about',
    { ...motion, scenes: on, only_if: all(warmer(20)) },
    { ...motion, scenes: off, only_if: all(colder(21)) },
  ],
  [
    'a value is above both',
    { ...motion, scenes: on, only_if: all(warmer(20)) },
    { ...motion, scenes: off, only_if: all(warmer(25)) },
  ],
  [
    'a value is below both',
    { ...motion, scenes: on, only_if: all(colder(20)) },
    { ...motion, scenes: off, only_if: all(colder(25)) },
  ],
  [
    'a word stands between those that they ask about',
    { ...motion, scenes: on, only_if: all(asks('text', 'b', { compare_type: 'GT' })) },
    { ...motion, scenes: off, only_if: all(asks('text', 'c', { compare_type: 'LT' })) },
  ],
  [
    'a word comes before both',
    { ...motion, scenes: on, only_if: all(asks('text', 'b', { compare_type: 'LT' })) },
    { ...motion, scenes: off, only_if: all(asks('text', 'a', { compare_type: 'LT' })) },
  ],
  [
    'it is none of the words that they leave out',
    { ...motion, scenes: on, only_if: all(asks('text', 'a', { negated: true })) },
    { ...motion, scenes: off, only_if: all(asks('text', 'b', { negated: true })) },
  ],
])('two scenes contradict each other where %s', (_name, a, b) => {
  expect(pairs(a, b)).toEqual(['a', 'b'])
})

test.each<[string, Partial<Rule>, Partial<Rule>]>([
  ['one is off', { ...ten, scenes: on, active: false }, { ...ten, scenes: off }],
  ['both mean the same', { ...ten, scenes: on }, { ...ten, scenes: [setting(true)] }],
  ['they set different devices', { ...ten, scenes: on }, { ...ten, scenes: [setting('OFF', 'fan')] }],
  ['their times differ', { ...ten, scenes: on }, { time_triggers: [at(23)], scenes: off }],
  [
    'their days differ',
    { time_triggers: [at(22, [true, false, false, false, false, false, false])], scenes: on },
    { time_triggers: [at(22, [false, true, true, true, true, true, true])], scenes: off },
  ],
  [
    'one sets whatever is found then as well',
    { ...ten, scenes: [...on, { id: 'all', name: 'All', targets: [everyLamp] }] },
    { ...ten, scenes: off },
  ],
  ['one toggles', { ...ten, scenes: on }, { ...ten, scenes: [setting('TOGGLE')] }],
  [
    'the last of one is what the other says',
    { ...ten, scenes: on },
    { ...ten, scenes: [...off, setting('ON', 'lamp', { id: 'z' })] },
  ],
  [
    'the device is gone',
    { ...ten, scenes: [setting('ON', 'gone')] },
    { ...ten, scenes: [setting('OFF', 'gone')] },
  ],
  [
    'these are orders, no states',
    { ...ten, scenes: [setting('a', 'remote')] },
    { ...ten, scenes: [setting('b', 'remote')] },
  ],
  [
    'one waits for on, one for off',
    { ...motion, scenes: on },
    { event_triggers: [waits('sensor', false)], scenes: off },
  ],
  [
    'one waits longer',
    { ...motion, scenes: on },
    { event_triggers: [waits('sensor', true, { delay: 1000 })], scenes: off },
  ],
  [
    'a status keeps them apart',
    { ...motion, scenes: on, only_if: all(away(false)) },
    { ...motion, scenes: off, only_if: all(away(true)) },
  ],
  [
    'a status keeps them apart at a time',
    { ...ten, scenes: on, only_if: all(away(false)) },
    { ...ten, scenes: off, only_if: { logic: 'NONE', conditions: [away(false)] } },
  ],
  [
    'their windows keep them apart',
    { ...motion, scenes: on, only_if: all(within(6, 22)) },
    { ...motion, scenes: off, only_if: all(within(22, 6)) },
  ],
  ['one does nothing yet', { ...ten, scenes: on }, ten],
  [
    'one waits for one status, one for another',
    { statuses: [{ resource_id: 's', name: 'S', state: true }], scenes: on },
    { statuses: [{ resource_id: 't', name: 'T', state: true }], scenes: off },
  ],
  [
    'one waits for the value itself as well',
    { event_triggers: [waits('sensor', 25, { compare_type: 'GT' })], scenes: on },
    { event_triggers: [waits('sensor', 25, { compare_type: 'GT', inclusive: true })], scenes: off },
  ],
  [
    'one waits for whatever the other does not wait for',
    { event_triggers: [waits('sensor', 25)], scenes: on },
    { event_triggers: [waits('sensor', 25, { negated: true })], scenes: off },
  ],
  [
    'no value is so for both',
    { ...motion, scenes: on, only_if: all(colder(20)) },
    { ...motion, scenes: off, only_if: all(warmer(20)) },
  ],
  [
    'no word is so for both',
    { ...motion, scenes: on, only_if: all(asks('text', 'a')) },
    { ...motion, scenes: off, only_if: all(asks('text', 'b')) },
  ],
  [
    'one begins anew before it would come to that',
    {
      time_triggers: [at(21), at(22)],
      scenes: [setting('OFF', 'fan'), setting('OFF', 'lamp', { delay: HOUR })],
    },
    { ...ten, scenes: on },
  ],
  [
    'one waits for something that it perhaps brings along',
    {
      time_triggers: [at(22)],
      scenes: [
        {
          ...{ id: 'along', name: 'Then', only_if: { logic: 'ALL', conditions: [away(true)] } },
          devices: [
            {
              id: 'fan',
              settings: [
                { service_name: 'S', property_name: 'speed', computed: { kind: 'ramp', to: 50, over: HOUR } },
              ],
            },
          ],
        },
        ...off,
      ],
    },
    { ...ten, scenes: on },
  ],
])('two scenes do not contradict each other where %s', (_name, a, b) => {
  expect(pairs(a, b)).toEqual([])
})

test('the next time is told, in whatever order the scenes are', () => {
  const tomorrow = { time_triggers: [at(22, [false, false, false, false, false, true, false])], scenes: on }
  const said = found(
    rule('c', tomorrow),
    rule('a', { ...ten, scenes: on }),
    rule('b', { ...ten, scenes: off }),
  )
  expect(said.get('b')?.map(({ rule_id, at: moment }) => [rule_id, moment])).toEqual([
    ['a', Date.UTC(2026, 10, 27, 21)],
    ['c', Date.UTC(2026, 10, 28, 21)],
  ])
})

// decision 0278
describe('a third scene that two switch', () => {
  const switches = (act: 'run' | 'switch_on' | 'switch_off', more: Partial<ActionSet> = {}): ActionSet => ({
    ...{ id: act, name: 'Then', rules: [{ rule_id: 'night', name: 'Night', act }] },
    ...more,
  })
  const off22 = { ...ten, scenes: [switches('switch_off')] }

  test('is named where one switches it on and the other off', () => {
    const said = found(rule('a', off22), rule('b', { ...ten, scenes: [switches('switch_on')] }))
    expect(said.get('a')).toEqual([
      {
        ...{ rule_id: 'b', rule_name: 'b', value: false, other_value: true },
        ...{ switched_rule_id: 'night', switched_rule_name: 'Night' },
        at: Date.UTC(2026, 10, 27, 21),
      },
    ])
    expect(said.get('b')).toMatchObject([{ rule_id: 'a', value: true, switched_rule_id: 'night' }])
  })

  test.each<[string, ActionSet[]]>([
    ['does the same', [switches('switch_off')]],
    ['runs it, which leaves it as it is', [switches('run')]],
    ['switches it off in the end', [switches('switch_on'), switches('switch_off')]],
    [
      'switches it on perhaps',
      [switches('switch_on', { only_if: { logic: 'ALL', conditions: [away(true)] } })],
    ],
    ['switches it on later', [switches('switch_on', { delay: HOUR })]],
    [
      'switches another one',
      [{ ...on[0], id: 'x', name: 'Then', rules: [{ rule_id: 'day', name: 'Night', act: 'switch_on' }] }],
    ],
  ])('is no contradiction where the other %s', (_name, scenes) => {
    expect(pairs(off22, { ...ten, scenes })).toEqual([])
  })

  test('is none that has left', () => {
    const rules = [rule('a', off22), rule('b', { ...ten, scenes: [switches('switch_on')] })]
    expect(contradictionsOf(rules, { ...home, rule: (id) => id !== 'night' }).size).toBe(0)
  })
})

test('of what sets both off, what happens is told rather than a time, and the first of it', () => {
  const both = { ...ten, event_triggers: [waits('sensor', true), waits('button', 'short')] }
  const said = found(rule('a', { ...both, scenes: on }), rule('b', { ...both, scenes: off }))
  expect(said.get('a')).toEqual([
    {
      ...{ rule_id: 'b', rule_name: 'b', value: 'ON', other_value: 'OFF' },
      ...{ device_id: 'lamp', service_name: 'S', property_name: 'state', after: 0 },
      trigger: expect.objectContaining({ type: 'DEVICE_TRIGGER', device_id: 'sensor' }),
    },
  ])
})

test('of each thing that two scenes set to different values it is told', () => {
  const both = (value: string) => [setting(value), setting(value, 'fan')]
  const said = found(rule('a', { ...ten, scenes: both('ON') }), rule('b', { ...ten, scenes: both('OFF') }))
  expect(said.get('a')?.map(({ device_id }) => device_id)).toEqual(['lamp', 'fan'])
})

test('a device that is set under its name is told by it', () => {
  const named = [
    { ...(on[0] as ActionSet), devices: [{ ...(on[0]?.devices?.[0] as ActionDevice), device_name: 'Lamp' }] },
  ]
  const said = found(rule('a', { ...ten, scenes: named }), rule('b', { ...ten, scenes: off }))
  expect(said.get('a')?.[0]).toMatchObject({ device_name: 'Lamp' })
  expect(said.get('b')?.[0]).not.toHaveProperty('device_name')
})

test('where nothing is set to two values nobody works out when anything comes', () => {
  const still: Surroundings = {
    ...home,
    get zone(): string {
      throw new Error('It asks what time it is')
    },
  }
  const same = [rule('a', { ...ten, scenes: on }), rule('b', { ...ten, scenes: [setting(true)] })]
  expect(contradictionsOf(same, still).size).toBe(0)
  expect(() => contradictionsOf([...same, rule('c', { ...ten, scenes: off })], still)).toThrow('what time')
})

test('silences of different length, and ends of different scenes, are not the same thing', () => {
  const longer = { ...quiet, after: 2 * HOUR }
  expect(
    pairs({ silence_triggers: [quiet], scenes: on }, { silence_triggers: [longer], scenes: off }),
  ).toEqual([])
  const other = ended('over', 'morning')
  expect(
    pairs({ run_triggers: [ended('over')], scenes: on }, { run_triggers: [other], scenes: off }),
  ).toEqual([])
})

const grouped: Surroundings = {
  ...home,
  group: (id) => ({ home: 'Mode', away: 'Mode', night: 'Light' })[id],
  leaves: ({ value = { kind: 'toggle' as const } }, { devices = [] }) =>
    ['lamp', 'spot', 'gone']
      .filter((id) => !devices.some((one) => one.id === id))
      .map((device) => ({ device, service: 'S', property: 'state', left: value })),
}
const switches = (resource_id: string, state = true, more: Partial<ActionSet> = {}): ActionSet => ({
  ...{
    id: `${resource_id}${state}${more.delay}`,
    name: 'Then',
    statuses: [{ resource_id, name: resource_id, state }],
  },
  ...more,
})
const lights = (value: boolean | undefined, more: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id: `lights${value}${more.delay}`, name: 'Then' },
  targets: [{ id: `all${value}`, kind: 'lights', sets: 'power', ...(value === undefined ? {} : { value }) }],
  ...more,
})
const asked = { logic: 'ALL' as const, conditions: [asks('sensor', true)] }

// decision 0268
test.each<[string, ActionSet[], ActionSet[], boolean]>([
  ['all lights go off, and one of them on', [lights(false)], on, true],
  ['all lights go off, and all on', [lights(false)], [lights(true)], true],
  ['all lights go off, and one of them off', [lights(false)], off, false],
  ['all lights go off, and something else on', [lights(false)], [setting('ON', 'fan')], false],
  ['all turn over, one goes on', [lights(undefined)], on, false],
  [
    'all go off, but the one that is named beside them',
    [lights(false, { devices: [...(setting('ON').devices ?? [])] })],
    on,
    false,
  ],
  ['all go off, one of them on afterwards', [lights(false), setting('ON')], on, false],
  ['all go off an hour later', [lights(false, { delay: HOUR })], on, false],
  ['all perhaps go off', [lights(false, { only_if: asked })], on, false],
  ['one goes on, and all perhaps go off', [setting('ON'), lights(false, { only_if: asked })], off, false],
  ['two statuses of a group come on', [switches('home')], [switches('away')], true],
  ['one of a group comes on, the other goes off', [switches('home')], [switches('away', false)], false],
  ['both of a group go off', [switches('home', false)], [switches('away', false)], false],
  ['two of different groups come on', [switches('home')], [switches('night')], false],
  [
    'one of a group perhaps comes on',
    [switches('home', true, { only_if: asked })],
    [switches('away')],
    false,
  ],
  [
    'one of a group comes on and goes off again',
    [switches('home'), switches('home', false)],
    [switches('away')],
    false,
  ],
  [
    'another goes off after one has come on',
    [switches('home'), switches('away', false)],
    [switches('away')],
    true,
  ],
  [
    'the last of a group that comes on is on',
    [switches('home'), switches('away')],
    [switches('away')],
    false,
  ],
  [
    'what another one has put off is no longer on',
    [switches('home'), switches('away')],
    [switches('home', false)],
    false,
  ],
])('at one time, %s: a contradiction or not', (_what, a, b, contradict) => {
  const told = contradictionsOf([rule('a', { ...ten, scenes: a }), rule('b', { ...ten, scenes: b })], grouped)
  expect([...told.keys()].toSorted()).toEqual(contradict ? ['a', 'b'] : [])
})

test('of all that a target finds one is told to each, and of a group the status that is switched on beside it', () => {
  const told = (a: ActionSet[], b: ActionSet[]) =>
    contradictionsOf([rule('a', { ...ten, scenes: a }), rule('b', { ...ten, scenes: b })], grouped)
  const lit = told([lights(false)], [setting('ON'), setting('ON', 'spot')])
  expect(lit.get('a')).toMatchObject([{ rule_id: 'b', device_id: 'lamp', value: false, other_value: 'ON' }])
  expect(lit.get('b')).toMatchObject([{ device_id: 'lamp' }, { device_id: 'spot' }])
  expect(told([switches('home')], [switches('away')]).get('a')).toEqual([
    {
      ...{ rule_id: 'b', rule_name: 'b', at: expect.any(Number) },
      ...{ resource_id: 'home', status_name: 'home', value: true },
      ...{ group: 'Mode', other_status_name: 'away', other_value: true },
    },
  ])
})

test('two of a group that are asked for keep scenes apart, as they can never both be on', () => {
  const while_ = (id: string) => ({
    only_if: all({ kind: 'status', id, status: { resource_id: id, name: id, state: true } }),
  })
  const both = (one: string, other: string) =>
    contradictionsOf(
      [
        rule('a', { ...ten, ...while_(one), scenes: on }),
        rule('b', { ...ten, ...while_(other), scenes: off }),
      ],
      grouped,
    ).size
  expect([both('home', 'away'), both('home', 'night'), both('home', 'home')]).toEqual([0, 2, 2])
})

test('a thousand lights and hundreds of scenes of all of them are looked for once, and told in few sentences', () => {
  let looked = 0
  const found = Array.from({ length: 1000 }, (_, n) => ({ device: `l${n}`, service: 'S', property: 'state' }))
  const large: Surroundings = {
    ...home,
    leaves: ({ value = false }) => {
      looked += 1
      return found.map((one) => ({ ...one, left: value }))
    },
  }
  const many = Array.from({ length: 200 }, (_, n) => rule(`r${n}`, { ...ten, scenes: [lights(n % 2 === 0)] }))
  const last = rule('last', { ...ten, scenes: [setting('ON', 'l999')] })
  const told = contradictionsOf([last, ...many], large)
  expect([...told.values()].every((those) => those.length <= 10)).toBe(true)
  expect(told.get('r1')?.map(({ rule_id }) => rule_id)).toContain('r0')
  // Whatever a scene names is looked at, however far behind it is found.
  expect(told.get('last')?.[0]).toMatchObject({ rule_id: 'r1', device_id: 'l999', other_value: false })
  // What two hundred scenes mean is two things.
  expect(looked).toBe(2)
})

// decision 0278
test('scenes that meet each day are looked at once, however long they do not run together', () => {
  let asked = 0
  const counting: Surroundings = {
    ...home,
    status: () => {
      asked += 1
      return true
    },
  }
  const many = (days: typeof daily) =>
    Array.from({ length: 40 }, (_, n) =>
      rule(`r${n}`, {
        ...{ time_triggers: [at(22, days)], scenes: n % 2 ? on : off },
        only_if: all(away(n % 2 === 0)),
      }),
    )
  const looks = (days: typeof daily): number => {
    asked = 0
    expect(contradictionsOf(many(days), counting).size).toBe(0)
    return asked
  }
  const once = looks([true, false, false, false, false, false, false])
  // A look at each scene for itself comes with each day, one at two of them does not.
  expect(looks(daily) - once).toBeLessThanOrEqual(7 * 40)
})

test('what keeps two scenes apart on one day does not on the next', () => {
  const saturdays: PlainCondition = {
    ...{ kind: 'time', id: 'sa' },
    window: { repeating: [false, false, false, false, false, true, false] },
  }
  const weekdays = (one: PlainCondition): OnlyIf => ({
    logic: 'ANY',
    conditions: [
      one,
      { kind: 'group', id: 'g', logic: 'ALL', conditions: [away(true)] },
    ] as OnlyIf['conditions'],
  })
  const said = found(
    rule('a', { ...ten, scenes: on, only_if: weekdays(saturdays) }),
    rule('b', { ...ten, scenes: off, only_if: all(away(false)) }),
  )
  expect(said.get('a')).toMatchObject([{ rule_id: 'b', at: Date.UTC(2026, 10, 28, 21) }])
})

test('a home of many such scenes is told no more of each than somebody reads', () => {
  const many = Array.from({ length: 40 }, (_, n) => rule(`r${n}`, { ...ten, scenes: n % 2 ? on : off }))
  expect([...contradictionsOf(many, home).values()].map((one) => one.length)).toEqual(many.map(() => 10))
})

test('of five hundred that set one thing at a moment none is left out', () => {
  const many = Array.from({ length: 500 }, (_, n) => rule(`r${n}`, { ...ten, scenes: n % 2 ? on : off }))
  expect(contradictionsOf(many, home).size).toBe(500)
})

test('of scenes that are said to meet at a moment, the evaluator runs both in it, unless something else must hold', () => {
  let said = 0
  fc.assert(
    fc.property(stories(), ({ rules, zone, place, from }) => {
      const own = rules.map((one, n) => ({
        ...one,
        ...{ active: true, event_triggers: [], statuses: [], silence_triggers: [], run_triggers: [] },
        scenes: n % 2 ? on : off,
      }))
      const surroundings = { ...home, now: from, zone, place }
      const all = [...contradictionsOf(own, surroundings)].flatMap(([id, those]) =>
        those.flatMap(({ rule_id, at: moment }) => (moment === undefined ? [] : [{ id, rule_id, moment }])),
      )
      const evaluator = createEvaluator({ rules: own, zone, place, at: from, world: worldOf(new Map()) })
      const last = Math.max(from, ...all.map(({ moment }) => moment))
      const fired = new Set<string>()
      const open = new Set<string>()
      for (let next = evaluator.next(); next !== undefined && next <= last; next = evaluator.next()) {
        const { fired: ran, missed } = evaluator.take({ kind: 'clock', at: next })
        for (const one of ran) fired.add(`${one.rule_id}@${one.at}`)
        // Nobody has told yet what it asks about.
        for (const one of missed)
          if (one.why.some(({ trigger }) => trigger?.found === null)) open.add(`${one.rule_id}@${one.at}`)
      }
      for (const { id, rule_id, moment } of all) {
        said += 1
        for (const one of [id, rule_id]) {
          const key = `${one}@${moment}`
          expect(fired.has(key) || open.has(key), key).toBe(true)
        }
      }
    }),
    { numRuns: 1000 },
  )
  expect(said).toBeGreaterThan(10)
})
