import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type {
  ActionSet,
  Condition,
  DateEnd,
  DeviceTrigger,
  PlainCondition,
  Rule,
  TimeTrigger,
  Week,
} from '#schemas/generated/entities/rule.ts'
import type { HomeFacts } from './fault.ts'
import { faultsOf, missingOf, refusalOf } from './faults.ts'

const now = Date.parse('2026-06-15T10:00:00Z')
const home: HomeFacts = {
  device: (id) =>
    id === 'lamp'
      ? {
          status: 2,
          class: 'LGT200',
          type: 'Light',
          properties: [
            {
              service: 'LightService',
              property: 'state',
              value: { kind: 'bool', access: ['read', 'write'] },
            },
            {
              service: 'LightService',
              property: 'brightness',
              value: { kind: 'range', access: ['read', 'write'], min: 0, max: 100 },
            },
            { service: 'MeterService', property: 'power', value: { kind: 'number', access: ['read'] } },
            {
              service: 'LightService',
              property: 'press',
              value: { kind: 'option', access: ['read'], options: [{ value: 50 }], transient: true },
            },
            {
              service: 'LightService',
              property: 'click',
              value: { kind: 'option', access: ['event'], options: [{ value: 50 }] },
            },
          ],
        }
      : undefined,
  status: (id) => id === 'home',
  alarm: (id) => id === 1001,
  vocabulary: catalogued as SceneVocabulary,
  zone: 'Europe/Zurich',
  now,
}

const trigger = (rest: Partial<DeviceTrigger> = {}): DeviceTrigger => ({
  id: 't',
  event_source: 'lamp',
  service_name: 'LightService',
  property_name: 'brightness',
  value: 50,
  compare_type: 'GT',
  ...rest,
})
const setting = (
  property_name: string,
  value: string | number | boolean,
  service_name = 'LightService',
): ActionSet => ({
  id: 's',
  name: 'Actions',
  devices: [{ id: 'lamp', settings: [{ service_name, property_name, value }] }],
})
const rule = (rest: Partial<Rule> = {}): Rule => ({
  id: 'r',
  name: 'R',
  rule_logic: 'OR',
  active: true,
  event_triggers: [trigger()],
  scenes: [setting('state', true)],
  ...rest,
})
const time = (rest: Partial<TimeTrigger>): TimeTrigger => ({
  id: 't',
  hour: 12,
  minute: 0,
  second: 0,
  ...rest,
})
const codes = (one: Rule): string[] =>
  faultsOf(one, home).map(({ code, path }) => `${code} ${path.join('.')}`)

test('a sound rule has none', () => {
  expect(codes(rule())).toEqual([])
  expect(refusalOf(rule(), home)).toBeUndefined()
})

describe('times', () => {
  const past = time({ year: 2026, month: 6, day: 15 })

  // 2.5-021, 2.8-025
  test('that are over are refused', () => {
    expect(codes(rule({ time_triggers: [past] }))).toEqual(['dateInPast time_triggers.0'])
    expect(codes(rule({ time_triggers: [{ ...past, minute: 1 }] }))).toEqual([])
  })

  // 2.5-022
  test('that repeat are not', () => {
    const repeating: TimeTrigger['repeating'] = [true, false, false, false, false, false, false]
    expect(codes(rule({ time_triggers: [{ ...past, repeating }] }))).toEqual([])
  })

  test('that are over already in the saved rule keep nobody from changing the rest', () => {
    const saved = rule({ time_triggers: [past] })
    expect(refusalOf({ ...saved, name: 'New' }, home, saved)).toBeUndefined()
    expect(refusalOf({ ...saved, time_triggers: [{ ...past, hour: 11 }] }, home, saved)).toBe('dateInPast')
  })

  test('that name no day are unfinished', () => {
    expect(codes(rule({ time_triggers: [time({})] }))).toEqual(['incomplete time_triggers.0'])
    expect(codes(rule({ time_triggers: [time({ year: 2027, month: 2, day: 30 })] }))).toEqual([
      'incomplete time_triggers.0',
    ])
  })
})

describe('what is asked before it runs', () => {
  const week: Week = [true, true, true, true, true, true, true]
  const asks = (...conditions: Condition[]): string[] =>
    codes(rule({ only_if: { logic: 'ALL', conditions } })).map((one) =>
      one.replace('only_if.conditions.', ''),
    )
  const device = (rest: Partial<DeviceTrigger> = {}): PlainCondition => ({
    kind: 'device',
    id: 'c',
    device: trigger(rest),
  })
  const hours = (from: number, to: number, repeating: Week = week): PlainCondition => ({
    kind: 'time',
    id: 'c',
    window: { from: { hour: from, minute: 0 }, to: { hour: to, minute: 0 }, repeating },
  })
  const dates = (from: DateEnd, to: DateEnd): PlainCondition => ({
    kind: 'date',
    id: 'c',
    dates: { from, to },
  })

  test('may name the value that sets it off, and one value often', () => {
    expect(asks(device(), device({ compare_type: 'LT' }))).toEqual([])
  })

  test('may be no event, nothing that is not there, and no text for a number', () => {
    expect(asks(device({ property_name: 'press' }))).toEqual(['not_triggering 0'])
    expect(asks(device({ property_name: 'nothing' }))).toEqual(['property_missing 0'])
    expect(asks(device({ event_source: 'gone' }))).toEqual(['device_missing 0'])
    expect(asks(device({ value: 'bright' }))).toEqual(['not_triggering 0'])
    expect(asks({ kind: 'status', id: 'c', status: { name: 'Gone', state: true } })).toEqual([
      'status_missing 0',
    ])
  })

  test('are times with two ends and a weekday', () => {
    expect(asks(hours(22, 6))).toEqual([])
    expect(asks(hours(22, 22))).toEqual(['incomplete 0'])
    expect(asks(hours(22, 6, [false, false, false, false, false, false, false]))).toEqual(['incomplete 0'])
  })

  test('go by the sun where the home has a place', () => {
    const dark: PlainCondition = {
      kind: 'time',
      id: 'c',
      window: { from: { sun: { event: 'sunset' } }, to: { hour: 23, minute: 0 }, repeating: week },
    }
    const only_if = { logic: 'ALL' as const, conditions: [dark] }
    expect(missingOf(faultsOf(rule({ only_if }), { ...home, placed: false }))).toMatchObject([
      { code: 'place_unknown', path: ['only_if', 'conditions', 0] },
    ])
    expect(faultsOf(rule({ only_if }), { ...home, placed: true })).toEqual([])
  })

  test('are days that there are, in their order', () => {
    expect(asks(dates({ month: 12, day: 1 }, { month: 1, day: 6 }))).toEqual([])
    expect(asks(dates({ month: 2, day: 29 }, { month: 2, day: 29 }))).toEqual([])
    expect(asks(dates({ month: 2, day: 30 }, { month: 3, day: 1 }))).toEqual(['incomplete 0'])
    expect(asks(dates({ year: 2026, month: 12, day: 1 }, { month: 1, day: 6 }))).toEqual(['incomplete 0'])
    const turned = dates({ year: 2026, month: 12, day: 1 }, { year: 2026, month: 1, day: 6 })
    expect(asks(turned)).toEqual(['incomplete 0'])
  })

  test('are groups of at least one', () => {
    const group = (...conditions: PlainCondition[]): Condition => ({
      kind: 'group',
      id: 'g',
      logic: 'ANY',
      conditions,
    })
    expect(asks(group())).toEqual(['incomplete 0'])
    expect(asks(group(device(), device({ property_name: 'nothing' })))).toEqual([
      'property_missing 0.conditions.1',
    ])
    expect(codes(rule({ only_if: { logic: 'ALL', conditions: [] } }))).toEqual(['incomplete only_if'])
  })
})

describe('device triggers', () => {
  // 2.5-024, 2.8-025
  test('of the same device, service and property are refused', () => {
    const twice = rule({ event_triggers: [trigger(), trigger({ id: 'u', value: 20, compare_type: 'LT' })] })
    expect(codes(twice)).toEqual(['functionality_added event_triggers.1'])
    expect(refusalOf(twice, home)).toBe('functionality_added')
  })

  // 2.5-025
  test('that are changed are no second one of themselves', () => {
    expect(refusalOf(rule({ event_triggers: [trigger({ value: 60 })] }), home, rule())).toBeUndefined()
  })

  test.each([
    ['compares what can only be equal', { property_name: 'state', value: true, compare_type: 'GT' }],
    ['waits for a text of a number', { value: 'warm' }],
    [
      'waits for what is listed as never triggering',
      { property_name: 'linkquality', service_name: 'LinkService' },
    ],
  ] as const)('%s', (_, rest) => {
    const known: HomeFacts = {
      ...home,
      device: () => ({
        status: 2,
        class: 'X',
        properties: [
          ...(home.device('lamp')?.properties ?? []),
          { service: 'LinkService', property: 'linkquality', value: { kind: 'number', access: ['read'] } },
        ],
      }),
    }
    expect(refusalOf(rule({ event_triggers: [trigger(rest)] }), known)).toBe('not_triggering')
  })

  test('may name a device that is not online', () => {
    const offline: HomeFacts = {
      ...home,
      device: (id) => {
        const there = home.device(id)
        return there && { ...there, status: 5 }
      },
    }
    expect(faultsOf(rule(), offline)).toEqual([])
  })
})

describe('what a rule names that is there no more', () => {
  const gone = rule({
    event_triggers: [trigger({ event_source: 'attic', device_name: 'Attic' })],
    statuses: [{ name: 'Guests', state: true, resource_id: 'guests' }],
    scenes: [setting('effect', 'candle'), { id: 'a', name: 'Alarm', alarms: [{ alarmId: 1002 }] }],
  })

  test('is told with its place and the name that the rule knew', () => {
    expect(missingOf(faultsOf(gone, home))).toMatchObject([
      { code: 'device_missing', path: ['event_triggers', 0], device_id: 'attic', device_name: 'Attic' },
      { code: 'status_missing', path: ['statuses', 0], status_name: 'Guests' },
      { code: 'property_missing', path: ['scenes', 0, 'devices', 0, 'settings', 0], property_name: 'effect' },
      { code: 'alarm_missing', path: ['scenes', 1, 'alarms', 0] },
    ])
  })

  test('keeps nobody from saving the rest', () => {
    expect(refusalOf(gone, home)).toBeUndefined()
  })
})

describe('actions', () => {
  // 2.5-031
  test('set what can be set, to what it can be', () => {
    expect(refusalOf(rule({ scenes: [setting('brightness', 100)] }), home)).toBeUndefined()
    expect(refusalOf(rule({ scenes: [setting('brightness', 101)] }), home)).toBe('not_acting')
    expect(refusalOf(rule({ scenes: [setting('power', 1, 'MeterService')] }), home)).toBe('not_acting')
  })

  // 2.5-033
  test.each([
    [1000, 'not_acting'],
    [1001, undefined],
  ])('raise the alarm %i: %s', (alarmId, refusal) => {
    expect(refusalOf(rule({ scenes: [{ id: 's', name: 'A', alarms: [{ alarmId }] }] }), home)).toBe(refusal)
  })

  test.each([
    ['there are none', { scenes: [] }],
    ['all of them are pauses', { scenes: [{ id: 'p', name: 'D#E#L#A#Y', delay: 1000 }] }],
    ['a set is empty', { scenes: [setting('state', true), { id: 'e', name: 'Empty', devices: [] }] }],
    ['a pause takes no time', { scenes: [setting('state', true), { id: 'p', name: 'D#E#L#A#Y' }] }],
  ])('are incomplete when %s', (_, rest) => {
    expect(refusalOf(rule(rest), home)).toBe('incomplete')
  })

  test('are all that a rule needs: one without triggers is run by hand', () => {
    expect(faultsOf(rule({ event_triggers: [] }), home)).toEqual([])
  })
})

describe('what goes beyond the specification (decision 0173)', () => {
  const only = (rest: Partial<Rule>): Rule => ({
    id: 'r',
    name: 'R',
    rule_logic: 'OR',
    active: true,
    scenes: [setting('state', true)],
    ...rest,
  })
  const sun = (repeating = true) => ({
    id: 's',
    sun: { event: 'sunset' as const },
    repeating: [repeating, false, false, false, false, false, false] as [
      boolean,
      boolean,
      boolean,
      boolean,
      boolean,
      boolean,
      boolean,
    ],
  })

  test.each([
    ['at least', { inclusive: true }, undefined],
    ['between', { inclusive: true, upper: 80 }, undefined],
    ['between two that are the same', { inclusive: true, upper: 50 }, 'not_triggering'],
    ['between, the wrong way round', { inclusive: true, upper: 20 }, 'not_triggering'],
    ['an upper end for what is below', { compare_type: 'LT', inclusive: true, upper: 80 }, 'not_triggering'],
    ['the opposite of above', { negated: true }, 'not_triggering'],
    ['a click', { property_name: 'click', compare_type: 'EQ' }, undefined],
    ['no click', { property_name: 'click', compare_type: 'EQ', negated: true }, 'not_triggering'],
    ['not a number', { compare_type: 'EQ', negated: true }, 'not_triggering'],
  ] as const)('a value compared by %s is what we have a word for, or is refused', (_, way, refusal) => {
    expect(refusalOf(only({ event_triggers: [trigger(way)] }), home)).toBe(refusal)
  })

  test('the sun of a home whose place nobody has told is missing, and keeps nobody from saving', () => {
    const rule = only({ sun_triggers: [sun()] })
    expect(faultsOf(rule, { ...home, placed: true })).toEqual([])
    expect(faultsOf(rule, home)).toEqual([])
    const faults = faultsOf(rule, { ...home, placed: false })
    expect(missingOf(faults)).toMatchObject([{ code: 'place_unknown', path: ['sun_triggers', 0] }])
    expect(refusalOf(rule, { ...home, placed: false })).toBeUndefined()
  })

  test('the sun on no day is incomplete', () => {
    expect(refusalOf(only({ sun_triggers: [sun(false)] }), { ...home, placed: true })).toBe('incomplete')
  })
})
