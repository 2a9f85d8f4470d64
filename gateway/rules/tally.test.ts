import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { DeviceTrigger, PlainCondition, Rule, TimeTrigger } from '#schemas/generated/entities/rule.ts'
import { comparisonOf, deviceFact } from './conditions.ts'
import { createEvaluator } from './evaluator.ts'
import { faultsOf } from './faults/faults.ts'
import { loopsOf } from './loops.ts'
import { nextMoment } from './moments/moments.ts'
import { speaksBeyond } from './parts.ts'
import type { Naming } from './phrase.ts'
import { speak } from './speak.ts'
import { speechIn } from './testing/speech.ts'
import { wordsOfFact } from './words/runs.ts'
import { wordsOfDeviceTrigger, wordsOfTimeTrigger } from './words/triggers.ts'
import type { Scalar } from './world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const measured: Value = { kind: 'number', access: ['read'], unit: '°C', precision: 1 }
const trigger = (more: Partial<DeviceTrigger>): DeviceTrigger => ({
  ...{ id: 't', event_source: 'd', service_name: 'S', property_name: 'p', value: true, compare_type: 'EQ' },
  ...more,
})
const rule = (more: Partial<Rule>): Rule => ({
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true },
  scenes: [{ id: 's', name: 'S', notifications: [{ type: 1, short_desc: 'x' }] }],
  ...more,
})

/** Moments at which such a trigger is it, of values told at moments; `events`: of what only happens. */
function heard(
  one: DeviceTrigger,
  told: readonly [at: number, value: Scalar][],
  start?: Scalar,
  events = false,
) {
  const evaluator = createEvaluator({
    ...{ rules: [rule({ event_triggers: [one] })], zone: 'UTC', at: 0 },
    world: { value: () => start, status: () => undefined, moment: () => events },
  })
  return told.flatMap(([at, value]) =>
    evaluator
      .take({
        ...{ kind: 'value', at, device_id: 'd', service_name: 'S', property_name: 'p', value },
        ...(events && { transient: true }),
      })
      .fired.map((firing) => firing),
  )
}
const moments = (...of: Parameters<typeof heard>) => heard(...of).map(({ at }) => at)

// decision 0206
describe('how often something comes true in a time', () => {
  const thrice = trigger({ value: 'single', count: 3, within: 2 * SECOND })

  test('three presses within two seconds; a fourth begins anew, and one that comes too late counts from its own', () => {
    const presses = (...at: number[]) => at.map((one): [number, Scalar] => [one, 'single'])
    expect(moments(thrice, presses(100, 1000, 2100), undefined, true)).toEqual([2100])
    expect(moments(thrice, presses(100, 1000, 2101), undefined, true)).toEqual([])
    expect(moments(thrice, presses(100, 200, 300, 400, 500, 600), undefined, true)).toEqual([300, 600])
    expect(moments(thrice, presses(100, 1500, 2500, 2600), undefined, true)).toEqual([2600])
  })

  test('another press in between is none of them', () => {
    const told: [number, Scalar][] = [
      [1, 'single'],
      [2, 'double'],
      [3, 'single'],
    ]
    expect(moments(trigger({ ...thrice, count: 2 }), told, undefined, true)).toEqual([3])
  })

  test('what lasts counts when it becomes so, and not while it stays so', () => {
    const open = trigger({ count: 2, within: MINUTE })
    expect(
      moments(
        open,
        [
          [1, true],
          [2, true],
          [3, false],
          [4, true],
        ],
        false,
      ),
    ).toEqual([4])
    // What is first heard of may have been so for long.
    expect(
      moments(open, [
        [1, true],
        [3, false],
        [4, true],
      ]),
    ).toEqual([])
  })

  test('a clock that is set back neither loses nor doubles what was counted', () => {
    expect(
      moments(
        thrice,
        [
          [10_000, 'single'],
          [10_500, 'single'],
          [4000, 'single'],
        ],
        undefined,
        true,
      ),
    ).toEqual([4000])
  })
})

describe('by how much a value changes', () => {
  const by = (more: Partial<DeviceTrigger>) =>
    trigger({ value: 2, compare_type: 'GT', inclusive: true, change: 'any', ...more })

  test('since it last did: step after step, also where decimals do not add up', () => {
    const told: [number, Scalar][] = [
      [1, 19.4],
      [2, 20.3],
      [3, 21.3],
      [4, 20],
      [5, 19.3],
    ]
    expect(heard(by({}), told, 19.3).map(({ at, trigger: { from, found } }) => [at, from, found])).toEqual([
      [3, 19.3, 21.3],
      [5, 21.3, 19.3],
    ])
    expect(moments(by({ change: 'up' }), told, 19.3)).toEqual([3])
    expect(moments(by({ change: 'down' }), told, 19.3)).toEqual([5])
  })

  test('a fall in between does not hide that it rises', () => {
    expect(
      moments(
        by({ change: 'up' }),
        [
          [1, 18],
          [2, 20],
        ],
        19,
      ),
    ).toEqual([2])
  })

  test('within a time, from whatever it was in it, its beginning included', () => {
    const within = by({ change: 'up', within: 10 * MINUTE })
    expect(
      moments(
        within,
        [
          [8 * MINUTE, 20],
          [12 * MINUTE, 21],
        ],
        19,
      ),
    ).toEqual([12 * MINUTE])
    expect(
      moments(
        within,
        [
          [8 * MINUTE, 20],
          [18 * MINUTE, 21],
        ],
        19,
      ),
    ).toEqual([])
    expect(
      moments(
        within,
        [
          [8 * MINUTE, 20],
          [17 * MINUTE, 22],
        ],
        19,
      ),
    ).toEqual([17 * MINUTE])
  })

  test('what it was before anybody knew is no change, and no word is one', () => {
    expect(
      moments(by({}), [
        [1, 30],
        [2, 'far'],
        [3, 31],
      ]),
    ).toEqual([])
  })

  test('however often it is told, no more than so many values are kept', () => {
    const told = (others: number): [number, Scalar][] => [
      [1, -1.5],
      ...Array.from({ length: others }, (_, n): [number, Scalar] => [n + 2, 0]),
      [1000, 1],
    ]
    expect(moments(by({ within: 60 * MINUTE }), told(499))).toEqual([1000])
    expect(moments(by({ within: 60 * MINUTE }), told(500))).toEqual([])
  })
})

describe('on a day of every year or month', () => {
  const at = (more: Partial<TimeTrigger>): TimeTrigger => ({
    id: 't',
    hour: 7,
    minute: 0,
    second: 0,
    ...more,
  })
  const days = (one: TimeTrigger, from: string, count: number) => {
    const found: string[] = []
    for (let after = Date.parse(from); found.length < count; ) {
      const next = nextMoment(one, 'UTC', after)
      if (next === undefined) break
      found.push(new Date(next).toISOString().slice(0, 16))
      after = next
    }
    return found
  }

  test.each<[Partial<TimeTrigger>, string[]]>([
    [{ every: 'year', month: 12, day: 24 }, ['2026-12-24T07:00', '2027-12-24T07:00', '2028-12-24T07:00']],
    [{ every: 'year', month: 2, day: 29 }, ['2027-02-28T07:00', '2028-02-29T07:00', '2029-02-28T07:00']],
    [{ every: 'month', day: 1 }, ['2026-12-01T07:00', '2027-01-01T07:00', '2027-02-01T07:00']],
    [
      { every: 'month', day: 31 },
      ['2026-11-30T07:00', '2026-12-31T07:00', '2027-01-31T07:00', '2027-02-28T07:00'],
    ],
  ])('%j', (more, expected) => {
    expect(days(at(more), '2026-11-27T12:00:00Z', expected.length)).toEqual(expected)
  })

  test.each<[Partial<TimeTrigger>, string, string]>([
    [
      { every: 'year', month: 12, day: 24 },
      'every year on 24 December at 07:00',
      'jedes Jahr am 24. Dezember um 07:00',
    ],
    [{ every: 'month', day: 1 }, 'on day 1 of every month at 07:00', 'am 1. jedes Monats um 07:00'],
  ])('%j in words', (more, english, german) => {
    const phrase = wordsOfTimeTrigger(at(more))
    expect([speak(phrase, speechIn('ch_EN')), speak(phrase, speechIn('ch_DE'))]).toEqual([english, german])
  })
})

describe('all of these', () => {
  const naming: Naming = { device: () => 'Room', property: () => measured }
  const change = (more: Partial<DeviceTrigger> = {}) =>
    trigger({ value: 2, compare_type: 'GT', inclusive: true, change: 'up', ...more })

  test.each<[DeviceTrigger, RegExp, RegExp]>([
    [change(), / of Room rises by 2\s°C or more$/, / von Room steigt um 2\s°C oder mehr$/],
    [
      change({ change: 'down', within: 10 * MINUTE }),
      / of Room falls by 2\s°C or more within 10 minutes$/,
      / von Room fällt innert 10 Minuten um 2\s°C oder mehr$/,
    ],
    [
      trigger({ value: 21, compare_type: 'GT', count: 3, within: MINUTE }),
      /, 3 times within 1 minute$/,
      /, 3-mal innert 1 Minute$/,
    ],
  ])('%j is told in both languages', (one, english, german) => {
    expect(speak(wordsOfDeviceTrigger(one, naming, 'becomes'), speechIn('ch_EN'))).toMatch(english)
    expect(speak(wordsOfDeviceTrigger(one, naming, 'becomes'), speechIn('ch_DE'))).toMatch(german)
    expect(speak(wordsOfFact(deviceFact(one, 21, 0), naming), speechIn('ch_EN'))).toMatch(english)
  })

  test('what happened says from what to what', () => {
    const fact = { ...deviceFact(change(), 21, 0), from: 19 }
    expect(speak(wordsOfFact(fact, naming), speechIn('ch_EN'))).toMatch(
      / of Room went from 19\s°C to 21\s°C$/,
    )
  })

  test('are of ours, and have words of their own', () => {
    for (const one of [change(), trigger({ count: 2, within: SECOND })])
      expect(speaksBeyond(rule({ event_triggers: [one] }))).toBe(true)
    expect(
      speaksBeyond(
        rule({ time_triggers: [{ id: 't', hour: 1, minute: 0, second: 0, every: 'month', day: 1 }] }),
      ),
    ).toBe(true)
    expect([
      comparisonOf(change({ change: 'any' })),
      comparisonOf(change()),
      comparisonOf(change({ change: 'down' })),
    ]).toEqual(['CHANGES', 'RISES', 'DROPS'])
  })

  test('are moments: among conditions that must all hold, they only begin', () => {
    const evaluator = createEvaluator({
      rules: [
        rule({
          rule_logic: 'AND',
          event_triggers: [change({ change: 'any' })],
          statuses: [{ resource_id: 'away', name: 'Away', state: true }],
        }),
      ],
      ...{ zone: 'UTC', at: 0, world: { value: () => 19, status: () => false } },
    })
    const value = (at: number, found: number) =>
      evaluator.take({
        ...{ kind: 'value', at, device_id: 'd', service_name: 'S', property_name: 'p' },
        value: found,
      })
    expect(value(1, 21)).toMatchObject({ fired: [], missed: [{ why: [{ reason: 'condition' }] }] })
    expect(evaluator.take({ kind: 'status', at: 2, resource_id: 'away', state: true }).fired).toEqual([])
    expect(value(3, 23).fired).toHaveLength(1)
  })

  test('what lasts of the same value is as it is then, whichever of the two was named first', () => {
    const high = trigger({ id: 'high', value: 20, compare_type: 'GT' })
    for (const event_triggers of [
      [high, change()],
      [change(), high],
    ]) {
      const evaluator = createEvaluator({
        rules: [rule({ rule_logic: 'AND', event_triggers })],
        ...{ zone: 'UTC', at: 0, world: { value: () => 19, status: () => undefined } },
      })
      const { fired } = evaluator.take({
        ...{ kind: 'value', at: 1, device_id: 'd', service_name: 'S', property_name: 'p', value: 21 },
      })
      expect(fired).toHaveLength(1)
    }
  })

  test('a scene that sets what it compares may set itself off', () => {
    const own = rule({
      event_triggers: [change(), trigger({ id: 'other', event_source: 'button' })],
      scenes: [
        {
          id: 's',
          name: 'S',
          devices: [{ id: 'd', settings: [{ service_name: 'S', property_name: 'p', value: 1 }] }],
        },
      ],
    })
    expect(loopsOf([own], () => false)).toEqual([['r']])
  })

  const home = {
    device: () => ({
      ...{ status: 2 as const, class: 'X' },
      properties: [{ service: 'S', property: 'p', value: measured }],
    }),
    status: () => true,
    vocabulary: catalogued as SceneVocabulary,
    ...{ zone: 'UTC', now: 0 },
  }
  const high = trigger({ value: 21, compare_type: 'GT' })
  const condition = (device: DeviceTrigger): PlainCondition => ({ kind: 'device', id: 'c', device })
  test.each<[string, Partial<Rule>, string[]]>([
    ['so much since the last time', { event_triggers: [change()] }, []],
    ['so much in a time', { event_triggers: [change({ within: MINUTE })] }, []],
    ['so often in a time', { event_triggers: [{ ...high, count: 2, within: MINUTE }] }, []],
    ['so often, without a time', { event_triggers: [{ ...high, count: 2 }] }, ['not_triggering']],
    ['a time of nothing', { event_triggers: [{ ...high, within: MINUTE }] }, ['not_triggering']],
    [
      'so often and for so long',
      { event_triggers: [{ ...high, count: 2, within: MINUTE, delay: 1 }] },
      ['not_triggering'],
    ],
    ['a change by nothing', { event_triggers: [change({ value: 0 })] }, ['not_triggering']],
    ['a change that is not GT', { event_triggers: [change({ compare_type: 'LT' })] }, ['not_triggering']],
    ['changes, so often', { event_triggers: [change({ count: 2, within: MINUTE })] }, ['not_triggering']],
    [
      'asked as a condition',
      { only_if: { logic: 'ALL', conditions: [condition(change())] } },
      ['not_triggering'],
    ],
    [
      'a day of every year',
      { time_triggers: [{ id: 't', hour: 1, minute: 0, second: 0, every: 'year', month: 2, day: 29 }] },
      [],
    ],
    [
      'no such day',
      { time_triggers: [{ id: 't', hour: 1, minute: 0, second: 0, every: 'year', month: 2, day: 30 }] },
      ['incomplete'],
    ],
    [
      'no day',
      { time_triggers: [{ id: 't', hour: 1, minute: 0, second: 0, every: 'month' }] },
      ['incomplete'],
    ],
  ])('%s', (_what, more, codes) => {
    expect(faultsOf(rule(more), home).map(({ code }) => code)).toEqual(codes)
  })
})
