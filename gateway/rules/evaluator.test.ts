import { describe, expect, test } from 'vitest'
import type { DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'
import { createEvaluator } from './evaluator.ts'
import { LATE } from './watched-rule.ts'
import type { Happening, Scalar, World } from './world.ts'

const zone = 'Europe/Zurich'
const start = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const week: [boolean, boolean, boolean, boolean, boolean, boolean, boolean] = [
  true,
  true,
  true,
  true,
  true,
  true,
  true,
]

const rule = (rest: Partial<Rule>): Rule => ({ id: 'r', name: 'R', rule_logic: 'OR', active: true, ...rest })
const below18: DeviceTrigger = {
  id: 'cold',
  event_source: 'sensor',
  device_name: 'Sensor',
  service_name: 'TemperatureService',
  property_name: 'temperature',
  value: 18,
  compare_type: 'LT',
}
const opened: DeviceTrigger = {
  id: 'open',
  event_source: 'door',
  service_name: 'ContactService',
  property_name: 'contact',
  value: false,
  compare_type: 'EQ',
}
const pressed: DeviceTrigger = {
  id: 'press',
  event_source: 'remote',
  service_name: 'ButtonService',
  property_name: 'action',
  value: 'single',
  compare_type: 'EQ',
}
const of = (trigger: DeviceTrigger, value: Scalar, after: number): Happening => ({
  kind: 'value',
  at: start + after,
  device_id: trigger.event_source,
  service_name: trigger.service_name,
  property_name: trigger.property_name,
  value,
})
const clock = (after: number): Happening => ({ kind: 'clock', at: start + after })

interface Known {
  [key: string]: Scalar
}

const worldOf = (known: Known, lacks?: World['lacks']): World => ({
  value: (device) => known[device],
  status: (id) => (typeof known[id] === 'boolean' ? known[id] : undefined),
  moment: ({ event_source }) => event_source === 'remote',
  ...(lacks && { lacks }),
})

function watch(one: Partial<Rule>, known: Known = {}, lacks?: World['lacks']) {
  const evaluator = createEvaluator({ rules: [rule(one)], zone, at: start, world: worldOf(known, lacks) })
  const all = (...happenings: readonly Happening[]) => {
    const outcomes = happenings.map((happening) => evaluator.take(happening))
    return {
      fired: outcomes.flatMap(({ fired }) =>
        fired.map(({ at, trigger }) => [at - start, trigger.trigger_id]),
      ),
      missed: outcomes.flatMap(({ missed }) =>
        missed.map(({ at, trigger, why }) => [
          at - start,
          trigger.trigger_id ?? trigger.resource_id,
          why.map(({ reason }) => reason).join(),
        ]),
      ),
    }
  }
  return { evaluator, all }
}

describe('a rule that is changed', () => {
  const lasting = { ...opened, delay: 10 * MINUTE }
  const fired = (changed: Partial<Rule>) => {
    const { evaluator, all } = watch({ event_triggers: [lasting] }, { door: true, sensor: 20 })
    all(of(opened, false, 1))
    evaluator.rules([rule({ event_triggers: [lasting], ...changed })], start + MINUTE)
    return all(clock(11 * MINUTE), of(below18, 17, 12 * MINUTE)).fired
  }

  test('goes on waiting where it waits for the same', () => {
    expect(fired({ name: 'Renamed', scenes: [] })).toEqual([[10 * MINUTE + 1, 'open']])
    expect(fired({ time_triggers: [], sun_triggers: [], call_triggers: [], statuses: [] })).toEqual([
      [10 * MINUTE + 1, 'open'],
    ])
  })

  test('waits for what it says now, and for nothing else', () => {
    expect(fired({ event_triggers: [below18] })).toEqual([[12 * MINUTE, 'cold']])
    expect(fired({ active: false, event_triggers: [] })).toEqual([])
    expect(
      fired({ only_if: { logic: 'ALL', conditions: [{ kind: 'device', id: 'c', device: below18 }] } }),
    ).toEqual([])
  })
})

describe('a device trigger', () => {
  // 2.3-111, 2.3-112
  test('fires when its value comes to be so, and not again while it stays so', () => {
    const { all } = watch({ event_triggers: [below18] }, { sensor: 20 })
    const { fired } = all(
      of(below18, 19, 1),
      of(below18, 17, 2),
      of(below18, 16, 3),
      of(below18, 18, 4),
      of(below18, 17.9, 5),
    )
    expect(fired).toEqual([
      [2, 'cold'],
      [5, 'cold'],
    ])
  })

  test('says what it waited for and what it found', () => {
    const { evaluator } = watch({ event_triggers: [below18] }, { sensor: 20 })
    expect(evaluator.take(of(below18, 17.5, 7)).fired).toEqual([
      {
        rule_id: 'r',
        at: start + 7,
        trigger: {
          type: 'DEVICE_TRIGGER',
          trigger_id: 'cold',
          device_id: 'sensor',
          device_name: 'Sensor',
          service_name: 'TemperatureService',
          property_name: 'temperature',
          compare_type: 'LT',
          wanted: 18,
          found: 17.5,
          at: start + 7,
        },
      },
    ])
  })

  test('is not set off by what was so at the start, nor by what is heard of for the first time', () => {
    expect(watch({ event_triggers: [below18] }, { sensor: 17 }).all(of(below18, 16, 1)).fired).toEqual([])
    expect(watch({ event_triggers: [below18] }).all(of(below18, 16, 1)).fired).toEqual([])
  })

  // 2.3-113
  test('with a delay fires when its value has been so for that long, to the millisecond', () => {
    const delayed = { ...below18, delay: 5 * MINUTE }
    const { evaluator, all } = watch({ event_triggers: [delayed] }, { sensor: 20 })
    expect(all(of(below18, 17, 100)).fired).toEqual([])
    expect(evaluator.next()).toBe(start + 100 + 5 * MINUTE)
    expect(all(clock(99 + 5 * MINUTE)).fired).toEqual([])
    expect(all(clock(100 + 5 * MINUTE)).fired).toEqual([[100 + 5 * MINUTE, 'cold']])
    expect(evaluator.next()).toBeUndefined()
  })

  test('with a delay that was not reached is a chance that was missed, and why', () => {
    const { all } = watch({ event_triggers: [{ ...below18, delay: MINUTE }] }, { sensor: 20 })
    const { fired, missed } = all(of(below18, 17, 0), of(below18, 19, MINUTE - 1), clock(2 * MINUTE))
    expect(fired).toEqual([])
    expect(missed).toEqual([[MINUTE - 1, 'cold', 'not_long_enough']])
  })

  test.each([
    ['EQ', 'heat', 'heat', true],
    ['EQ', '21.0', 21, true],
    ['GT', 100, 100, false],
    ['GT', 100, 100.1, true],
    ['LT', 'b', 'a', true],
    ['LT', true, false, false],
    ['EQ', true, 'true', true],
  ] as const)('compares by %s %j with %j: %s', (compare_type, wanted, found, fires) => {
    const trigger = { ...below18, compare_type, value: wanted }
    const { all } = watch({ event_triggers: [trigger] }, { sensor: compare_type === 'GT' ? 0 : 'zzz' })
    expect(all(of(trigger, found, 1)).fired).toHaveLength(fires ? 1 : 0)
  })

  test('of an event fires on each report that matches, and no delay applies', () => {
    const { all } = watch({ event_triggers: [{ ...pressed, delay: MINUTE }] })
    const { fired } = all(
      of(pressed, 'single', 1),
      of(pressed, 'double', 2),
      of(pressed, 'single', 2),
      of(pressed, 'single', 3),
    )
    expect(fired).toEqual([
      [1, 'press'],
      [2, 'press'],
      [3, 'press'],
    ])
  })
})

describe('a status trigger', () => {
  const armed = { name: 'armed', state: true, resource_id: 's' }

  // 2.3-115
  test('fires when its status comes to be so', () => {
    const { evaluator } = watch({ statuses: [armed] }, { s: false })
    const on = (state: boolean, after: number) =>
      evaluator.take({ kind: 'status', at: start + after, resource_id: 's', state }).fired.length
    expect([on(true, 1), on(true, 2), on(false, 3), on(true, 4)]).toEqual([1, 0, 0, 1])
  })

  test('waits for off as well as for on', () => {
    const { evaluator } = watch({ statuses: [{ ...armed, state: false }] }, { s: true })
    expect(
      evaluator.take({ kind: 'status', at: start + 1, resource_id: 's', state: false }).fired[0]?.trigger,
    ).toMatchObject({
      type: 'STATUS_TRIGGER',
      resource_id: 's',
      status_name: 'armed',
      wanted: false,
      found: false,
    })
  })
})

// 2.3-072
describe('an AND rule', () => {
  test('fires at the moment from which all of it is so, whichever comes last', () => {
    const all = [below18, opened]
    const known = { sensor: 20, door: true }
    expect(
      watch({ rule_logic: 'AND', event_triggers: all }, known).all(of(below18, 17, 1), of(opened, false, 2))
        .fired,
    ).toEqual([[2, 'open']])
    expect(
      watch({ rule_logic: 'AND', event_triggers: all }, known).all(of(opened, false, 1), of(below18, 17, 2))
        .fired,
    ).toEqual([[2, 'cold']])
  })

  test('says on a missed chance what stood against it', () => {
    const { all } = watch(
      { rule_logic: 'AND', event_triggers: [below18, opened] },
      { sensor: 20, door: true },
    )
    expect(all(of(below18, 17, 1)).missed).toEqual([[1, 'cold', 'condition']])
  })

  test('waits for all delays', () => {
    const { all } = watch(
      { rule_logic: 'AND', event_triggers: [{ ...below18, delay: MINUTE }, opened] },
      { sensor: 20, door: true },
    )
    const { fired, missed } = all(of(below18, 17, 0), of(opened, false, 10), clock(MINUTE))
    expect(missed).toEqual([[10, 'open', 'not_long_enough']])
    expect(fired).toEqual([[MINUTE, 'cold']])
  })

  test('with times and events acts at these moments, while all the rest is so', () => {
    const noon = { id: 'noon', hour: 12, minute: 1, second: 0, repeating: week }
    const { all } = watch(
      { rule_logic: 'AND', time_triggers: [noon], event_triggers: [pressed, below18] },
      { sensor: 20 },
    )
    const { fired, missed } = all(
      of(pressed, 'single', 1),
      of(below18, 17, 2),
      of(pressed, 'single', 3),
      clock(MINUTE),
    )
    expect(missed).toEqual([[1, 'press', 'condition']])
    expect(fired).toEqual([
      [3, 'press'],
      [MINUTE, 'noon'],
    ])
  })

  test.each(['offline', 'device_missing'] as const)('names a device that is %s', (reason) => {
    const { all } = watch(
      { rule_logic: 'AND', event_triggers: [below18, opened] },
      { sensor: 20 },
      () => reason,
    )
    expect(all(of(below18, 17, 1)).missed).toEqual([[1, 'cold', reason]])
  })
})

describe('a call of an address', () => {
  const called = (after: number, trigger_id = 'c', rule_id = 'r'): Happening => ({
    ...{ kind: 'call', at: start + after },
    ...{ rule_id, trigger_id },
  })
  const call_triggers = [{ id: 'c', name: 'Door intercom' }]

  test('fires each time, for the rule and the trigger that it names alone', () => {
    const { evaluator, all } = watch({ call_triggers })
    expect(all(called(1), called(2), called(3, 'other'), called(4, 'c', 'stranger')).fired).toEqual([
      [1, 'c'],
      [2, 'c'],
    ])
    expect(evaluator.take(called(5)).fired[0]?.trigger).toEqual({
      ...{ type: 'CALL_TRIGGER', trigger_id: 'c', call_name: 'Door intercom', at: start + 5 },
    })
  })

  test('is a moment: with AND what lasts must hold then, and says so where it does not', () => {
    const { all } = watch({ rule_logic: 'AND', call_triggers, event_triggers: [opened] }, { door: true })
    expect(all(called(1), of(opened, false, 2), called(3))).toEqual({
      fired: [[3, 'c']],
      missed: [[1, 'c', 'condition']],
    })
  })

  test('of a rule that is switched off is a chance that was missed', () => {
    expect(watch({ call_triggers, active: false }).all(called(1))).toEqual({
      fired: [],
      missed: [[1, 'c', 'inactive']],
    })
  })
})

describe('a rule that is off', () => {
  test('never fires, and tells the chances that it missed', () => {
    const { all } = watch({ active: false, event_triggers: [below18] }, { sensor: 20 })
    expect(all(of(below18, 17, 1))).toEqual({ fired: [], missed: [[1, 'cold', 'inactive']] })
  })

  test('does not make up for them when it is switched on', () => {
    const { evaluator, all } = watch({ active: false, event_triggers: [below18] }, { sensor: 20 })
    all(of(below18, 17, 1))
    evaluator.rules([rule({ event_triggers: [below18] })], start + 2)
    expect(all(of(below18, 16, 3)).fired).toEqual([])
    expect(all(of(below18, 19, 4), of(below18, 17, 5)).fired).toEqual([[5, 'cold']])
  })

  test('that is still a draft does neither', () => {
    const { all } = watch({ draft: true, event_triggers: [below18] }, { sensor: 20 })
    expect(all(of(below18, 17, 1))).toEqual({ fired: [], missed: [] })
  })

  // 2.3-104
  test('and a time trigger that is off names no moment', () => {
    const { evaluator } = watch({
      time_triggers: [{ id: 't', hour: 13, minute: 0, second: 0, repeating: week, active: false }],
    })
    expect(evaluator.next()).toBeUndefined()
  })
})

describe('moments while the gateway was down', () => {
  const noon = { id: 'noon', hour: 12, minute: 30, second: 0, repeating: week }
  const moment = start + 30 * MINUTE
  const at = (began: number) => {
    const before = createEvaluator({
      rules: [rule({ time_triggers: [noon] })],
      zone,
      at: start,
      world: worldOf({}),
    })
    return createEvaluator({
      rules: [rule({ time_triggers: [noon] })],
      zone,
      at: began,
      world: worldOf({}),
      lastMoments: before.settled(),
    })
  }

  test('are acted on until they are five minutes old', () => {
    const late = moment + LATE
    expect(
      at(late)
        .take({ kind: 'clock', at: late })
        .fired.map(({ at: when }) => when),
    ).toEqual([moment])
    expect(LATE).toBe(5 * MINUTE)
  })

  test('are told as missed when they are older', () => {
    const tooLate = moment + LATE + 1
    const { fired, missed } = at(tooLate).take({ kind: 'clock', at: tooLate })
    expect(fired).toEqual([])
    expect(missed).toMatchObject([{ rule_id: 'r', at: moment, why: [{ reason: 'missed_time' }] }])
  })

  test('are not told when they are older than a week', () => {
    const years = moment + 1000 * 24 * 60 * MINUTE
    expect(at(years).take({ kind: 'clock', at: years }).missed).toHaveLength(7)
  })

  test('come once, also when the gateway starts again in the same moment', () => {
    const first = at(moment)
    expect(first.take({ kind: 'clock', at: moment }).fired).toHaveLength(1)
    const again = createEvaluator({
      rules: [rule({ time_triggers: [noon] })],
      zone,
      at: moment,
      world: worldOf({}),
      lastMoments: first.settled(),
    })
    expect(again.take({ kind: 'clock', at: moment }).fired).toEqual([])
  })

  test('of a rule that nothing is known of count from now on', () => {
    const fresh = createEvaluator({
      rules: [rule({ time_triggers: [noon] })],
      zone,
      at: moment + 1,
      world: worldOf({}),
    })
    expect(fresh.take({ kind: 'clock', at: moment + 1 }).fired).toEqual([])
    expect(fresh.next()).toBe(moment + 24 * 60 * MINUTE)
  })
})

test('two times of a rule that fall into one moment are one run', () => {
  // 02:30 does not exist on this day and comes with 03:00.
  const spring = Date.parse('2026-03-29T00:00:00Z')
  const times = [2, 3].map((hour) => ({
    id: `${hour}`,
    hour,
    minute: hour === 2 ? 30 : 0,
    second: 0,
    repeating: week,
  }))
  const evaluator = createEvaluator({
    rules: [rule({ time_triggers: times })],
    zone,
    at: spring,
    world: worldOf({}),
  })
  const gap = Date.parse('2026-03-29T01:00:00Z')
  expect(evaluator.next()).toBe(gap)
  expect(evaluator.take({ kind: 'clock', at: gap }).fired).toHaveLength(1)
  expect(evaluator.next()).toBe(Date.parse('2026-03-30T00:30:00Z'))
})

test('happenings that come a little out of order set no clock back', () => {
  const { evaluator, all } = watch({ event_triggers: [{ ...below18, delay: MINUTE }] }, { sensor: 20 })
  all(of(below18, 17, 1000), clock(500), clock(800))
  expect(evaluator.next()).toBe(start + 1000 + MINUTE)
})

describe('two triggers of one rule on one thing', () => {
  const above = { ...below18, id: 'above', compare_type: 'GT' as const, value: 1 }
  const one = { ...below18, id: 'one', compare_type: 'EQ' as const, value: 1 }

  test('never both seem true while a value goes from one to the other', () => {
    for (const triggers of [
      [above, one],
      [one, above],
    ]) {
      const { all } = watch({ rule_logic: 'AND', event_triggers: triggers }, { sensor: 0 })
      expect(all(of(above, 2, 1), of(above, 1, 2), of(above, 2, 3)).fired).toEqual([])
    }
  })

  test('nor while a status is switched', () => {
    const both = [true, false].map((state) => ({ name: 's', state, resource_id: 's' }))
    for (const statuses of [both, both.toReversed()]) {
      const { evaluator } = watch({ rule_logic: 'AND', statuses }, { s: false })
      const states = [true, false, true].map((state, n) =>
        evaluator.take({ kind: 'status', at: start + n, resource_id: 's', state }),
      )
      expect(states.flatMap(({ fired }) => fired)).toEqual([])
    }
  })
})

// L-07
describe('a clock that was wrong', () => {
  const DAY = 24 * 60 * MINUTE
  const noon = { id: 'noon', hour: 12, minute: 30, second: 0, repeating: week }
  const moment = 30 * MINUTE

  test('by a day, and is set right: what was only told as missed still comes', () => {
    const { all } = watch({ time_triggers: [noon] })
    expect(all(clock(DAY + 60 * MINUTE)).missed).toHaveLength(2)
    expect(all(clock(60_000)).fired).toEqual([])
    expect(all(clock(moment)).fired).toEqual([[moment, 'noon']])
  })

  test('by a day, and is set right: what was acted on does not come again', () => {
    const { all } = watch({ time_triggers: [noon] })
    expect(all(clock(moment)).fired).toEqual([[moment, 'noon']])
    expect(all(clock(moment - DAY), clock(0), clock(moment)).fired).toEqual([])
    expect(all(clock(moment + DAY)).fired).toEqual([[moment + DAY, 'noon']])
  })

  test('by a month, and is set right: the schedule does not wait for a month', () => {
    const { all } = watch({ time_triggers: [noon] })
    const ahead = moment + 30 * DAY
    expect(all(clock(ahead)).fired).toEqual([[ahead, 'noon']])
    expect(all(clock(0), clock(moment)).fired).toEqual([[moment, 'noon']])
  })

  test('when the gateway was stopped: the same', () => {
    const evaluator = createEvaluator({
      rules: [rule({ time_triggers: [noon] })],
      zone,
      at: start,
      world: worldOf({}),
      lastMoments: new Map([['r', start + 30 * DAY]]),
    })
    expect(evaluator.next()).toBe(start + moment)
  })
})

test('a delay that a restart falls into does not hold yet in an AND rule', () => {
  const delayed = { ...below18, delay: 10 * MINUTE }
  const world: World = {
    ...worldOf({ sensor: 17, door: true }),
    past: (device) =>
      device === 'sensor'
        ? [
            { at: start - MINUTE, value: 17 },
            { at: start - 2 * MINUTE, value: 17.5 },
            { at: start - 3 * MINUTE, value: 19 },
          ]
        : [],
  }
  const both = rule({ rule_logic: 'AND', event_triggers: [delayed, opened] })
  const evaluator = createEvaluator({ rules: [both], zone, at: start, world })
  expect(evaluator.take(of(opened, false, 1)).fired).toEqual([])
  expect(evaluator.next()).toBe(start + 8 * MINUTE)
  expect(evaluator.take(clock(8 * MINUTE)).fired).toHaveLength(1)
})

test('a value that seems to have come in the future, since the clock was set back, waits its whole delay and no longer', () => {
  const delayed = { ...below18, delay: 10 * MINUTE }
  const world: World = {
    ...worldOf({ sensor: 17 }),
    past: () => [
      { at: start + 60 * MINUTE, value: 17 },
      { at: start - MINUTE, value: 19 },
    ],
  }
  const evaluator = createEvaluator({ rules: [rule({ event_triggers: [delayed] })], zone, at: start, world })
  expect(evaluator.next()).toBe(start + 10 * MINUTE)
})
