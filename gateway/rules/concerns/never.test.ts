import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { DeviceTrigger, OnlyIf, PlainCondition, Rule, Week } from '#schemas/generated/entities/rule.ts'
import { createEvaluator } from '../evaluator.ts'
import { happeningOf, stories, worldOf } from '../testing/stories.ts'
import { neverRuns } from './never.ts'
import type { Surroundings } from './ways.ts'

const daily: Week = [true, true, true, true, true, true, true]
const now = Date.UTC(2026, 10, 27, 12)
const number: Value = { kind: 'number', access: ['read'] }
const flag: Value = { kind: 'bool', access: ['read', 'write'] }
const press: Value = { kind: 'option', access: ['event'] }

const home = (more: Partial<Surroundings> = {}): Surroundings => ({
  now,
  zone: 'Europe/Zurich',
  place: { latitude: 47.5, longitude: 8.73 },
  described: (device) => (device === 'gone' ? undefined : { door: flag, button: press }[device] || number),
  ...{ status: (id) => id !== 'gone', device: (id) => id !== 'gone', rule: (id) => id !== 'gone' },
  group: (id) => ({ day: 'Light', night: 'Light', home: 'Mode' })[id],
  ...more,
})
const rule = (more: Partial<Rule>): Rule => ({
  ...{ id: 'r', name: 'r', rule_logic: 'OR', active: true },
  ...more,
})
const waits = (event_source: string, value: DeviceTrigger['value'], more: Partial<DeviceTrigger> = {}) => ({
  ...{ id: `${event_source}${value}`, event_source, service_name: 'S', property_name: 'a', value },
  compare_type: 'EQ' as const,
  ...more,
})
const at = (hour: number) => ({ id: `t${hour}`, hour, minute: 0, second: 0, repeating: daily })
const once = (year: number) => ({ id: 'o', year, month: 12, day: 24, hour: 18, minute: 0, second: 0 })
const within = (from: number, to: number): PlainCondition => ({
  kind: 'time',
  id: `${from}-${to}`,
  window: { from: { hour: from, minute: 0 }, to: { hour: to, minute: 0 }, repeating: daily },
})
const years = (from: number, to: number): PlainCondition => ({
  kind: 'date',
  id: 'y',
  dates: { from: { year: from, month: 1, day: 1 }, to: { year: to, month: 12, day: 31 } },
})
const season = (month: number, day: number, to: number, last: number): PlainCondition => ({
  kind: 'date',
  id: `${month}-${day}-${to}-${last}`,
  dates: { from: { month, day }, to: { month: to, day: last } },
})
const onSundays: PlainCondition = {
  ...{ kind: 'time', id: 'sundays' },
  window: { repeating: [false, false, false, false, false, false, true] },
}
const device = (trigger: DeviceTrigger): PlainCondition => ({ kind: 'device', id: 'd', device: trigger })
const all = (...conditions: PlainCondition[]): OnlyIf => ({ logic: 'ALL', conditions })
const dark = { id: 's', sun: { event: 'sunset' as const }, repeating: daily }
const afterSunset: PlainCondition = {
  kind: 'time',
  id: 'sun',
  window: { from: { sun: { event: 'sunset' } }, to: { hour: 22, minute: 0 }, repeating: daily },
}
const quiet = (device_id: string) => ({ id: device_id, device_id, after: 3_600_000 })
const ended = (rule_id: string) => ({ id: rule_id, rule_id, name: rule_id, end: 'over' as const })
const status = (state: boolean, resource_id = 'home') => ({ resource_id, name: resource_id, state })

test.each<[string, Partial<Rule>, ReturnType<typeof neverRuns>]>([
  ['its device is gone', { event_triggers: [waits('gone', 1)] }, 'missing'],
  ['its status is gone', { statuses: [status(true, 'gone')] }, 'missing'],
  ['one of two devices is gone', { event_triggers: [waits('gone', 1), waits('lamp', 1)] }, undefined],
  ['the device that is to fall silent is gone', { silence_triggers: [quiet('gone')] }, 'missing'],
  ['the scene whose end it waits for is gone', { run_triggers: [ended('gone')] }, 'missing'],
  [
    'one of two that may fall silent is there',
    { silence_triggers: [quiet('gone'), quiet('lamp')] },
    undefined,
  ],
  ['one of two scenes is there', { run_triggers: [ended('gone'), ended('night')] }, undefined],
  [
    'it waits for a silence while what cannot be is so',
    {
      rule_logic: 'AND',
      silence_triggers: [quiet('lamp')],
      ...{ event_triggers: [waits('lamp', 1)], only_if: all(device(waits('lamp', 2))) },
    },
    'excluded',
  ],
  [
    'one of two that must both be so is gone',
    { rule_logic: 'AND', event_triggers: [waits('gone', 1), waits('lamp', 1)] },
    'missing',
  ],
  [
    'what it asks about is gone',
    { time_triggers: [at(7)], only_if: all(device(waits('gone', 1))) },
    'missing',
  ],
  [
    'the status that it asks about is gone',
    {
      time_triggers: [at(7)],
      only_if: all({ kind: 'status', id: 's', status: status(true, 'gone') }),
    },
    'missing',
  ],
  [
    'presses that are counted come one after the other',
    {
      rule_logic: 'AND',
      event_triggers: [
        waits('lamp', 1, { count: 2, within: 1000 }),
        waits('lamp', 2, { count: 2, within: 1000 }),
      ],
    },
    undefined,
  ],
  [
    'dates of every year, one year ahead, meet a window',
    { event_triggers: [waits('lamp', 1)], only_if: all(season(11, 20, 11, 26), within(8, 9)) },
    undefined,
  ],
  [
    'a week of 29 February, years ahead',
    { event_triggers: [waits('lamp', 1)], only_if: all(season(2, 29, 2, 29)) },
    undefined,
  ],
  [
    'one span of the year is over before the other begins',
    { event_triggers: [waits('lamp', 1)], only_if: all(season(1, 1, 3, 31), season(4, 1, 6, 30)) },
    'no_moment',
  ],
  [
    'two spans of the year share one day',
    { event_triggers: [waits('lamp', 1)], only_if: all(season(1, 1, 3, 31), season(3, 31, 6, 30)) },
    undefined,
  ],
  [
    'a weekday falls into days of the year',
    { event_triggers: [waits('lamp', 1)], only_if: all(season(6, 1, 6, 7), onSundays) },
    undefined,
  ],
  [
    'its years are further away than anybody looks',
    { time_triggers: [at(7)], only_if: all(years(2600, 2601)) },
    undefined,
  ],
  ['its moment is over', { time_triggers: [once(2025)] }, 'over'],
  ['its moment comes', { time_triggers: [once(2031)] }, undefined],
  ['one of its moments is over, the other comes', { time_triggers: [once(2025), at(7)] }, undefined],
  [
    'a value cannot be both',
    { rule_logic: 'AND', event_triggers: [waits('lamp', 1), waits('lamp', 2)] },
    'excluded',
  ],
  [
    'a value cannot lie below 5 and above 7',
    {
      rule_logic: 'AND',
      event_triggers: [waits('lamp', 5, { compare_type: 'LT' }), waits('lamp', 7, { compare_type: 'GT' })],
    },
    'excluded',
  ],
  [
    'a value may lie between 5 and 7',
    {
      rule_logic: 'AND',
      event_triggers: [waits('lamp', 5, { compare_type: 'GT' }), waits('lamp', 7, { compare_type: 'LT' })],
    },
    undefined,
  ],
  [
    'a door is neither open nor closed',
    {
      rule_logic: 'AND',
      event_triggers: [waits('door', true, { negated: true }), waits('door', false, { negated: true })],
    },
    'excluded',
  ],
  [
    'a button may be pressed in two ways, one after the other',
    { rule_logic: 'AND', event_triggers: [waits('button', 'short'), waits('button', 'long')] },
    undefined,
  ],
  // decision 0268
  [
    'two statuses of a group are on',
    { rule_logic: 'AND', statuses: [status(true, 'day'), status(true, 'night')] },
    'excluded',
  ],
  [
    'of a group one is on, another off',
    { rule_logic: 'AND', statuses: [status(true, 'day'), status(false, 'night')] },
    undefined,
  ],
  [
    'of a group both are off',
    { rule_logic: 'AND', statuses: [status(false, 'day'), status(false, 'night')] },
    undefined,
  ],
  [
    'two statuses of different groups are on',
    { rule_logic: 'AND', statuses: [status(true, 'day'), status(true)] },
    undefined,
  ],
  [
    'one of a group comes on while another one is',
    {
      statuses: [status(true, 'day')],
      only_if: all({ kind: 'status', id: 'n', status: status(true, 'night') }),
    },
    'excluded',
  ],
  ['a status is on and off', { rule_logic: 'AND', statuses: [status(true), status(false)] }, 'excluded'],
  ['it runs at 7, between 8 and 9', { time_triggers: [at(7)], only_if: all(within(8, 9)) }, 'no_moment'],
  [
    'it runs at 7 and at 8, between 8 and 9',
    { time_triggers: [at(7), at(8)], only_if: all(within(8, 9)) },
    undefined,
  ],
  [
    'two windows never meet',
    { event_triggers: [waits('lamp', 1)], only_if: all(within(6, 8), within(9, 10)) },
    'no_moment',
  ],
  [
    'two windows meet over midnight',
    { event_triggers: [waits('lamp', 1)], only_if: all(within(22, 6), within(5, 7)) },
    undefined,
  ],
  ['its years are over', { time_triggers: [at(7)], only_if: all(years(2020, 2025)) }, 'no_moment'],
  ['its years are far away', { time_triggers: [at(7)], only_if: all(years(2031, 2032)) }, undefined],
  [
    'only in winter is it dark before 17:00',
    { event_triggers: [waits('lamp', 1)], only_if: all(afterSunset, within(12, 17)) },
    undefined,
  ],
  ['it is off', { active: false, time_triggers: [once(2025)] }, undefined],
  ['nothing but a hand sets it off', {}, undefined],
])('whether a scene can run by itself where %s', (_name, more, why) => {
  expect(neverRuns(rule(more), home())).toBe(why)
})

test('where nobody has said where the home is, the sun sets nothing off', () => {
  const nowhere = home({ place: undefined })
  expect(neverRuns(rule({ sun_triggers: [dark] }), nowhere)).toBe('place_unknown')
  expect(neverRuns(rule({ sun_triggers: [dark], time_triggers: [at(7)] }), nowhere)).toBeUndefined()
  expect(neverRuns(rule({ time_triggers: [at(20)], only_if: all(afterSunset) }), nowhere)).toBe(
    'place_unknown',
  )
})

test('what many groups ask about is not looked at without end, and nothing is said of it', () => {
  const group = (n: number) => ({
    ...{ kind: 'group' as const, id: `g${n}`, logic: 'ANY' as const },
    conditions: Array.from({ length: 20 }, (_, m) => device(waits(`d${n}`, m))),
  })
  const only_if: OnlyIf = { logic: 'ALL', conditions: Array.from({ length: 20 }, (_, n) => group(n)) }
  expect(neverRuns(rule({ event_triggers: [waits('lamp', 1)], only_if }), home())).toBeUndefined()
})

test('of any scene of which it is said that it never runs by itself, the evaluator never runs it', () => {
  let said = 0
  fc.assert(
    fc.property(stories(), (story) => {
      const { rules, zone, place, from, start, told, until, events } = story
      const surroundings: Surroundings = {
        ...{ now: from, zone, place },
        described: (one, service, property) => (events.has(`${one}/${service}/${property}`) ? press : number),
        status: () => true,
      }
      const never = rules.filter((one) => neverRuns(one, surroundings)).map(({ id }) => id)
      said += never.length
      const evaluator = createEvaluator({ rules, zone, place, at: from, world: worldOf(start) })
      const outcomes = [...told.map(happeningOf), { kind: 'clock' as const, at: until }].map(evaluator.take)
      const fired = outcomes.flatMap((outcome) => outcome.fired.map(({ rule_id }) => rule_id))
      expect(fired.filter((id) => never.includes(id))).toEqual([])
    }),
    { numRuns: 200 },
  )
  expect(said).toBeGreaterThan(10)
})
