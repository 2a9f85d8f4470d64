import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  ActionSet,
  ComputedValue,
  DateEnd,
  DeviceTrigger,
  Rule,
  WindowEnd,
} from '#schemas/generated/entities/rule.ts'
import type { HomeFacts, RuleFault } from './fault.ts'
import { faultsOf, missingOf, refusalOf } from './faults.ts'

const both: Value['access'] = ['read', 'write']
const values: Record<string, Value> = {
  state: { kind: 'bool', access: both },
  level: { kind: 'range', access: both, min: 0, max: 100 },
  degrees: { kind: 'number', access: ['read'], unit: '°C' },
  word: { kind: 'text', access: ['read'] },
  press: { kind: 'option', access: ['event'], options: [{ value: 'single' }] },
}
const home: HomeFacts = {
  device: (id) =>
    id === 'lamp'
      ? {
          ...{ status: 2, class: 'LGT200', type: 'Light' },
          properties: Object.entries(values).map(([property, value]) => ({
            service: 'S',
            property,
            value,
          })),
        }
      : undefined,
  ...{ status: (id) => id === 'home', rule: (id) => id === 'there', person: (id) => id === 'anna' },
  ...{ place: (one) => 'room_id' in one && one.room_id === 'bath', alarm: (id) => id === 1001 },
  vocabulary: catalogued as SceneVocabulary,
  ...{ placed: false, zone: 'UTC', now: 0 },
}
const trigger = (property_name: string, more: Partial<DeviceTrigger> = {}): DeviceTrigger => ({
  ...{ id: 't', event_source: 'lamp', device_name: 'Lamp', service_name: 'S', property_name },
  ...{ value: 50, compare_type: 'GT' },
  ...more,
})
const does: ActionSet = { id: 's', name: 's', statuses: [{ name: 'Home', resource_id: 'home', state: true }] }
const rule = (more: Partial<Rule>): Rule => ({
  ...{ id: 'own', name: 'Own', rule_logic: 'OR', active: true, scenes: [does] },
  ...more,
})
const acts = (more: Partial<ActionSet>): Rule => rule({ scenes: [{ id: 's', name: 's', ...more }] })
const sets = (property_name: string, computed: ComputedValue): Rule =>
  acts({
    devices: [
      { id: 'lamp', device_name: 'Lamp', settings: [{ service_name: 'S', property_name, computed }] },
    ],
  })
const copy = (property_name: string, device_id = 'lamp'): ComputedValue => ({
  kind: 'copy',
  ...{ device_id, device_name: 'Source', service_name: 'S', property_name },
})
const about = (device_id: string, device_name: string, property_name: string) => ({
  ...{ device_id, device_name, service_name: 'S', property_name },
})
const action = ['scenes', 0, 'devices', 0, 'settings', 0]
const clock = (hour: number): WindowEnd => ({ hour, minute: 0 })
const gone = { name: 'Gone', resource_id: 'gone', state: true }
const field = { name: 'a', text: 'b' }
const message = (more: object) => acts({ notifications: [{ type: 1, short_desc: 'x', ...more }] })
const dates = (from: DateEnd, to: DateEnd) =>
  rule({ only_if: { logic: 'ALL', conditions: [{ kind: 'date', id: 'c', dates: { from, to } }] } })
const days = (on: boolean) => Array(7).fill(on) as [true, true, true, true, true, true, true]

describe('a fault tells its place in the rule, and what it is about as the rule knew it', () => {
  test.each<[string, Rule, RuleFault[]]>([
    [
      'a trigger of a device that is gone',
      rule({ event_triggers: [trigger('level', { event_source: 'attic', device_name: 'Attic' })] }),
      [{ code: 'device_missing', path: ['event_triggers', 0], ...about('attic', 'Attic', 'level') }],
    ],
    [
      'two triggers of one property that is gone',
      rule({ event_triggers: [trigger('x'), trigger('x')] }),
      [
        { code: 'property_missing', path: ['event_triggers', 0], ...about('lamp', 'Lamp', 'x') },
        { code: 'functionality_added', path: ['event_triggers', 1], ...about('lamp', 'Lamp', 'x') },
        { code: 'property_missing', path: ['event_triggers', 1], ...about('lamp', 'Lamp', 'x') },
      ],
    ],
    [
      'a second trigger that compares what cannot be compared',
      rule({ event_triggers: [trigger('level'), trigger('level', { value: 'warm' })] }),
      [
        { code: 'functionality_added', path: ['event_triggers', 1], ...about('lamp', 'Lamp', 'level') },
        { code: 'not_triggering', path: ['event_triggers', 1], ...about('lamp', 'Lamp', 'level') },
      ],
    ],
    [
      'a status that is gone, asked about by a trigger and by a condition',
      rule({
        statuses: [gone],
        only_if: { logic: 'ALL', conditions: [{ kind: 'status', id: 'c', status: gone }] },
      }),
      [
        { code: 'status_missing', path: ['statuses', 0], status_name: 'Gone' },
        { code: 'status_missing', path: ['only_if', 'conditions', 0], status_name: 'Gone' },
      ],
    ],
    [
      'an event that a condition asks about',
      rule({
        only_if: {
          logic: 'ALL',
          conditions: [
            { kind: 'device', id: 'c', device: trigger('press', { compare_type: 'EQ', value: 'single' }) },
          ],
        },
      }),
      [
        {
          ...{ code: 'not_triggering', path: ['only_if', 'conditions', 0] },
          ...{ device_id: 'lamp', service_name: 'S', property_name: 'press' },
        },
      ],
    ],
    [
      'a copy of a device that is gone',
      sets('level', copy('level', 'attic')),
      [{ code: 'device_missing', path: action, ...about('attic', 'Source', 'level') }],
    ],
    [
      'a copy of another measure',
      sets('level', copy('degrees')),
      [{ code: 'not_acting', path: action, ...about('lamp', 'Lamp', 'level') }],
    ],
    ['a copy of the same measure', sets('level', copy('level')), []],
    ['a step that is less than the span', sets('level', { kind: 'step', amount: 100 }), []],
    [
      'a step over more than the span',
      sets('level', { kind: 'step', amount: 101 }),
      [{ code: 'not_acting', path: action, ...about('lamp', 'Lamp', 'level') }],
    ],
    [
      'a step of a switch',
      sets('state', { kind: 'step', amount: 1 }),
      [{ code: 'not_acting', path: action, ...about('lamp', 'Lamp', 'state') }],
    ],
    ['a switch that is toggled', sets('state', { kind: 'toggle' }), []],
    [
      'a number that is toggled',
      sets('level', { kind: 'toggle' }),
      [{ code: 'not_acting', path: action, ...about('lamp', 'Lamp', 'level') }],
    ],
    ['a ramp within the span', sets('level', { kind: 'ramp', to: 100, over: 60_000 }), []],
    [
      'a ramp beyond the span',
      sets('level', { kind: 'ramp', to: 101, over: 60_000 }),
      [{ code: 'not_acting', path: action, ...about('lamp', 'Lamp', 'level') }],
    ],
    [
      'a person who is gone, named twice',
      message({
        recipients: [
          { kind: 'person', user_id: 'ben', name: 'Ben' },
          { kind: 'person', user_id: 'ben', name: 'Ben' },
        ],
      }),
      [
        {
          code: 'person_missing',
          path: ['scenes', 0, 'notifications', 0, 'recipients', 0],
          person_name: 'Ben',
        },
        { code: 'functionality_added', path: ['scenes', 0, 'notifications', 0, 'recipients', 1] },
        {
          code: 'person_missing',
          path: ['scenes', 0, 'notifications', 0, 'recipients', 1],
          person_name: 'Ben',
        },
      ],
    ],
    [
      'a person beside another and beside the owner',
      message({
        recipients: [
          { kind: 'person', user_id: 'ben', name: 'Ben' },
          { kind: 'owner' },
          { kind: 'person', user_id: 'anna', name: 'Anna' },
        ],
      }),
      [
        {
          code: 'person_missing',
          path: ['scenes', 0, 'notifications', 0, 'recipients', 0],
          person_name: 'Ben',
        },
      ],
    ],
    [
      'a value of a device that is gone, in a text',
      message({ values: [{ kind: 'device', id: 'v', ...about('attic', 'Attic', 'level') }] }),
      [
        {
          ...{ code: 'device_missing', path: ['scenes', 0, 'notifications', 0, 'values', 0] },
          ...about('attic', 'Attic', 'level'),
        },
      ],
    ],
    [
      'an event in a text, after another value of the same id',
      message({
        values: [
          { kind: 'status', id: 'v', name: 'Home', resource_id: 'home' },
          { kind: 'device', id: 'v', ...about('lamp', 'Lamp', 'press') },
        ],
      }),
      [
        { code: 'functionality_added', path: ['scenes', 0, 'notifications', 0, 'values', 1] },
        {
          ...{ code: 'not_acting', path: ['scenes', 0, 'notifications', 0, 'values', 1] },
          ...about('lamp', 'Lamp', 'press'),
        },
      ],
    ],
    [
      'a message to nobody',
      message({ recipients: [] }),
      [{ code: 'incomplete', path: ['scenes', 0, 'notifications', 0] }],
    ],
    [
      'an address that is called',
      message({ type: 2, call: { address_id: 'x', name: 'X', fields: [field] } }),
      [],
    ],
    [
      'an address that is called with two names',
      message({ type: 2, call: { address_id: 'x', name: 'X', fields: [field, { ...field, name: 'c' }] } }),
      [],
    ],
    [
      'an address that is called with one name twice',
      message({ type: 2, call: { address_id: 'x', name: 'X', fields: [field, field] } }),
      [{ code: 'incomplete', path: ['scenes', 0, 'notifications', 0] }],
    ],
    [
      'an address in a message of another kind',
      message({ call: { address_id: 'x', name: 'X', fields: [] } }),
      [{ code: 'incomplete', path: ['scenes', 0, 'notifications', 0] }],
    ],
    [
      'silences: of a device that is gone, and the same twice',
      rule({
        silence_triggers: [
          { id: 'a', device_id: 'gone', device_name: 'Gone', after: 60_000 },
          { id: 'b', device_id: 'lamp', after: 60_000 },
          { id: 'c', device_id: 'lamp', after: 120_000 },
          { id: 'd', device_id: 'lamp', device_name: 'Lamp', after: 60_000 },
        ],
      }),
      [
        {
          ...{ code: 'device_missing', path: ['silence_triggers', 0] },
          ...{ device_id: 'gone', device_name: 'Gone' },
        },
        {
          ...{ code: 'functionality_added', path: ['silence_triggers', 3] },
          ...{ device_id: 'lamp', device_name: 'Lamp' },
        },
      ],
    ],
    [
      'ends of other scenes: of one that is gone, of its own, and the same twice',
      rule({
        run_triggers: [
          { id: 'a', rule_id: 'gone', name: 'Gone', end: 'over' },
          { id: 'b', rule_id: 'own', name: 'Own', end: 'failed' },
          { id: 'c', rule_id: 'there', name: 'There', end: 'over' },
          { id: 'd', rule_id: 'there', name: 'There', end: 'failed' },
          { id: 'e', rule_id: 'there', name: 'There', end: 'over' },
        ],
      }),
      [
        { code: 'rule_missing', path: ['run_triggers', 0], rule_name: 'Gone' },
        { code: 'not_triggering', path: ['run_triggers', 1], rule_name: 'Own' },
        { code: 'functionality_added', path: ['run_triggers', 4], rule_name: 'There' },
      ],
    ],
    [
      'other scenes: one that is gone',
      acts({
        rules: [
          { rule_id: 'there', name: 'There', act: 'run' },
          { rule_id: 'gone', name: 'Gone', act: 'switch_on' },
        ],
      }),
      [{ code: 'rule_missing', path: ['scenes', 0, 'rules', 1], rule_name: 'Gone' }],
    ],
    [
      'itself: it may be switched off, not run',
      acts({
        rules: [
          { rule_id: 'own', name: 'Own', act: 'switch_off' },
          { rule_id: 'own', name: 'Own', act: 'run' },
        ],
      }),
      [{ code: 'not_acting', path: ['scenes', 0, 'rules', 1], rule_name: 'Own' }],
    ],
    [
      'a floor that is gone',
      acts({
        targets: [
          {
            id: 't',
            kind: 'lights',
            sets: 'power',
            value: true,
            place: { floor_id: 'up', name: 'Upstairs' },
          },
        ],
      }),
      [{ code: 'floor_missing', path: ['scenes', 0, 'targets', 0], place_name: 'Upstairs' }],
    ],
    [
      'alarms: one below those of a home, one that is gone',
      acts({ alarms: [{ alarmId: 1000 }, { alarmId: 1001 }, { alarmId: 1002 }] }),
      [
        { code: 'not_acting', path: ['scenes', 0, 'alarms', 0] },
        { code: 'alarm_missing', path: ['scenes', 0, 'alarms', 2] },
      ],
    ],
    [
      'hours that go by the sun, and hours that do not, in a home without a place',
      rule({
        only_if: {
          logic: 'ANY',
          conditions: [
            { kind: 'time', id: 'a', window: { from: clock(22), to: clock(6), repeating: days(true) } },
            {
              ...{ kind: 'time', id: 'b' },
              window: { from: clock(22), to: { sun: { event: 'sunrise' } }, repeating: days(true) },
            },
            { kind: 'time', id: 'c', window: { repeating: days(true) } },
          ],
        },
      }),
      [{ code: 'place_unknown', path: ['only_if', 'conditions', 1] }],
    ],
    [
      'an awaited status that is gone, in a pause and in a step',
      rule({
        scenes: [
          {
            ...{ id: 'p', name: 'D#E#L#A#Y', delay: 1000 },
            until: { logic: 'ALL', conditions: [{ kind: 'status', id: 'c', status: gone }] },
          },
          { ...does, delay: 1000, until: { logic: 'ALL', conditions: [] } },
        ],
      }),
      [
        { code: 'status_missing', path: ['scenes', 0, 'until', 'conditions', 0], status_name: 'Gone' },
        { code: 'incomplete', path: ['scenes', 1, 'until'] },
      ],
    ],
    [
      'a step that is repeated as long as a status is so that is gone',
      acts({
        ...does,
        repeat: {
          ...{ times: 2, pause: 1000 },
          while: { logic: 'ALL', conditions: [{ kind: 'status', id: 'c', status: gone }] },
        },
      }),
      [
        {
          ...{ code: 'status_missing', path: ['scenes', 0, 'repeat', 'while', 'conditions', 0] },
          status_name: 'Gone',
        },
      ],
    ],
    [
      'a step that is repeated until a status is so that is gone',
      acts({
        ...does,
        repeat: {
          ...{ times: 2, pause: 1000 },
          until: { logic: 'ALL', conditions: [{ kind: 'status', id: 'c', status: gone }] },
        },
      }),
      [
        {
          ...{ code: 'status_missing', path: ['scenes', 0, 'repeat', 'until', 'conditions', 0] },
          status_name: 'Gone',
        },
      ],
    ],
    [
      'a step that is done only if a status is so that is gone',
      acts({
        ...does,
        only_if: { logic: 'ALL', conditions: [{ kind: 'status', id: 'c', status: gone }] },
      }),
      [
        {
          ...{ code: 'status_missing', path: ['scenes', 0, 'only_if', 'conditions', 0] },
          status_name: 'Gone',
        },
      ],
    ],
  ])('%s', (_what, one, faults) => {
    const found = faultsOf(one, home)
    expect(found).toEqual(faults)
    const refusing = ['incomplete', 'dateInPast', 'functionality_added', 'not_triggering', 'not_acting']
    expect(missingOf(found)).toEqual(faults.filter(({ code }) => !refusing.includes(code)))
    expect(refusalOf(one, home)).toBe(faults.find(({ code }) => refusing.includes(code))?.code)
    // What was so when it was saved is no reason to refuse what is changed now.
    expect(refusalOf({ ...one, name: 'New' }, home, one)).toBeUndefined()
  })
})

describe('what is counted, or changes', () => {
  const within = 60_000
  test.each<[string, Partial<DeviceTrigger>, boolean]>([
    ['three times in a time', { count: 3, within }, true],
    ['three times, whenever', { count: 3 }, false],
    ['three times, each held for a while', { count: 3, within, delay: 1000 }, false],
    ['a time in which nothing is counted', { within }, false],
    ['a change by an amount', { change: 'up' }, true],
    ['a change by an amount in a time', { change: 'any', within }, true],
    ['a change by nothing', { change: 'down', value: 0 }, false],
    ['a change that is held for a while', { change: 'up', delay: 1000 }, false],
    ['a change that is counted', { change: 'up', count: 3, within }, false],
  ])('%s', (_what, more, whole) => {
    const value = more.change ? { inclusive: true, value: 5 } : {}
    const [one] = [rule({ event_triggers: [trigger('level', { ...value, ...more })] })]
    expect(refusalOf(one, home)).toBe(whole ? undefined : 'not_triggering')
  })
})

describe('dates', () => {
  const day = (month: number, of: number, year?: number): DateEnd => ({
    month,
    day: of,
    ...(year && { year }),
  })
  test.each<[string, Rule, boolean]>([
    ['of one year, in their order', dates(day(3, 1, 2027), day(3, 2, 2027)), true],
    ['one day of one year', dates(day(3, 1, 2027), day(3, 1, 2027)), true],
    ['of one year, against their order', dates(day(3, 2, 2027), day(3, 1, 2027)), false],
    ['of every year, over its end', dates(day(12, 1), day(1, 6)), true],
    ['of which only the first has a year', dates(day(3, 1, 2027), day(3, 2)), false],
    ['of which only the last has a year', dates(day(3, 1), day(3, 2, 2027)), false],
    ['of which the first is none', dates(day(2, 30), day(3, 1)), false],
    ['of which the last is none', dates(day(2, 1), day(2, 30)), false],
    ['29 February of a year that has none', dates(day(2, 1, 2027), day(2, 29, 2027)), false],
  ])('%s', (_what, one, whole) => {
    expect(faultsOf(one, home).map(({ code }) => code)).toEqual(whole ? [] : ['incomplete'])
  })
})

test('triggers of different values are no second one of each other', () => {
  const event_triggers = [
    trigger('level'),
    trigger('degrees'),
    trigger('state', { compare_type: 'EQ', value: true }),
  ]
  expect(faultsOf(rule({ event_triggers }), home)).toEqual([])
})
