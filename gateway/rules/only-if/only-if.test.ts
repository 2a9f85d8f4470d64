import { describe, expect, test } from 'vitest'
import type {
  Condition,
  DeviceTrigger,
  OnlyIf,
  PlainCondition,
  Rule,
} from '#schemas/generated/entities/rule.ts'
import { createEvaluator } from '../evaluator.ts'
import { worldOf } from '../testing/stories.ts'
import type { Happening, Outcome, Scalar } from '../world.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const second = (seconds: number): number => NOON + seconds * 1000

const trigger = (id: string, device: string, more: Partial<DeviceTrigger> = {}): DeviceTrigger => ({
  id,
  event_source: device,
  service_name: 'S',
  property_name: 'a',
  value: 1,
  compare_type: 'EQ',
  ...more,
})
const is = (device: string, more: Partial<DeviceTrigger> = {}): PlainCondition => ({
  kind: 'device',
  id: `is-${device}`,
  device: trigger(`is-${device}`, device, more),
})
const status = (resource_id: string): PlainCondition => ({
  kind: 'status',
  id: `is-${resource_id}`,
  status: { resource_id, name: resource_id, state: true },
})
const of = (logic: OnlyIf['logic'], ...conditions: Condition[]): OnlyIf => ({ logic, conditions })
const group = (logic: OnlyIf['logic'], ...conditions: PlainCondition[]): Condition => ({
  kind: 'group',
  id: 'group',
  logic,
  conditions,
})
const value = (device: string, at: number, found: Scalar = 1): Happening => ({
  kind: 'value',
  at,
  device_id: device,
  service_name: 'S',
  property_name: 'a',
  value: found,
})

/** A rule that a motion sets off, and what it did. */
function told(only_if: OnlyIf, start: Record<string, Scalar>, happenings: readonly Happening[]): Outcome {
  const rule: Rule = {
    id: 'r',
    name: 'r',
    rule_logic: 'OR',
    active: true,
    event_triggers: [trigger('t', 'motion')],
    only_if,
  }
  const values = Object.entries({ motion: 0, ...start }).map(
    ([key, found]) => [typeof found === 'boolean' ? key : `${key}/S/a`, found] as const,
  )
  const evaluator = createEvaluator({
    rules: [rule],
    zone: 'Europe/Zurich',
    at: NOON,
    world: worldOf(new Map(values)),
  })
  const all = happenings.map((one) => evaluator.take(one))
  return { fired: all.flatMap(({ fired }) => fired), missed: all.flatMap(({ missed }) => missed) }
}
const runs = (only_if: OnlyIf, start: Record<string, Scalar>): boolean =>
  told(only_if, start, [value('motion', second(1))]).fired.length === 1

describe('a scene that runs only if something holds', () => {
  test.each([
    ['ALL', { a: 1, b: 1 }, true],
    ['ALL', { a: 1, b: 0 }, false],
    ['ANY', { a: 0, b: 1 }, true],
    ['ANY', { a: 0, b: 0 }, false],
    ['NONE', { a: 0, b: 0 }, true],
    ['NONE', { a: 1, b: 0 }, false],
  ] as const)('%s of two, %j: %s', (logic, start, expected) => {
    expect(runs(of(logic, is('a'), is('b')), start)).toBe(expected)
  })

  test('what is not known does not hold, also where it must not hold', () => {
    expect(runs(of('ALL', is('a')), {})).toBe(false)
    expect(runs(of('NONE', is('a')), {})).toBe(false)
    expect(runs(of('ANY', is('a'), is('b')), { b: 1 })).toBe(true)
    expect(runs(of('ALL', group('NONE', is('a'), is('b'))), { b: 1 })).toBe(false)
  })

  test('groups within: a and (b or c), not (b and c)', () => {
    const either = of('ALL', is('a'), group('ANY', is('b'), is('c')))
    expect(runs(either, { a: 1, b: 0, c: 1 })).toBe(true)
    expect(runs(either, { a: 1, b: 0, c: 0 })).toBe(false)
    const notBoth = of('NONE', group('ALL', is('b'), is('c')))
    expect(runs(notBoth, { b: 1, c: 0 })).toBe(true)
    expect(runs(notBoth, { b: 1, c: 1 })).toBe(false)
  })

  test('a condition never sets it off, and is as it was last told', () => {
    const { fired } = told(of('ALL', is('a')), { a: 0 }, [
      value('a', second(1)),
      value('motion', second(2)),
      value('a', second(3), 0),
      value('motion', second(4), 0),
      value('motion', second(5)),
    ])
    expect(fired.map(({ at }) => at)).toEqual([second(2)])
  })

  test('a status that is switched counts from then on', () => {
    const switched: Happening = { kind: 'status', at: second(2), resource_id: 'night', state: true }
    const { fired } = told(of('ALL', status('night')), { night: false }, [
      value('motion', second(1)),
      value('motion', second(1.5), 0),
      switched,
      value('motion', second(3)),
    ])
    expect(fired.map(({ at }) => at)).toEqual([second(3)])
  })

  test('what must have lasted counts from when it has', () => {
    const held = of('ALL', is('a', { delay: 10_000 }))
    const { fired, missed } = told(held, { a: 0 }, [
      value('a', second(1)),
      value('motion', second(5)),
      value('motion', second(6), 0),
      value('motion', second(11)),
    ])
    expect(fired.map(({ at }) => at)).toEqual([second(11)])
    expect(missed[0]?.why).toMatchObject([{ reason: 'not_long_enough', trigger: { trigger_id: 'is-a' } }])
  })

  test('what is first heard of may have been so for long', () => {
    const held = of('ALL', is('a', { delay: 10_000 }))
    expect(told(held, {}, [value('a', second(1)), value('motion', second(2))]).fired).toHaveLength(1)
  })

  // L-07
  test('a clock that is set back makes no wait longer', () => {
    const held = of('ALL', is('a', { delay: 10_000 }))
    const { fired } = told(held, { a: 0 }, [
      value('a', second(1)),
      { kind: 'clock', at: second(5) },
      { kind: 'clock', at: second(-3595) },
      value('motion', second(-3588)),
    ])
    expect(fired.map(({ at }) => at)).toEqual([second(-3588)])
  })

  test('the value that sets it off may be asked about as well, as it is now', () => {
    const { fired } = told(of('ALL', is('motion', { compare_type: 'GT', value: 0 })), {}, [
      value('motion', second(1)),
    ])
    expect(fired).toHaveLength(1)
  })

  test('of what only happens nothing lasts', () => {
    const press = is('button', { service_name: 'ButtonService', property_name: 'action' })
    const pressed: Happening = {
      kind: 'value',
      at: second(1),
      device_id: 'button',
      service_name: 'ButtonService',
      property_name: 'action',
      value: 1,
      transient: true,
    }
    expect(told(of('ALL', press), {}, [pressed, value('motion', second(2))]).fired).toEqual([])
  })
})

describe('why it did not run', () => {
  const why = (only_if: OnlyIf, start: Record<string, Scalar>) =>
    told(only_if, start, [value('motion', second(1))]).missed.flatMap((miss) =>
      miss.why.map(({ reason, trigger: fact }) => [reason, fact?.trigger_id, fact?.found]),
    )

  test('everything that stood against it, and nothing else', () => {
    expect(why(of('ALL', is('a'), is('b'), is('c')), { a: 1, b: 0 })).toEqual([
      ['condition', 'is-b', 0],
      ['condition', 'is-c', null],
    ])
    expect(why(of('ANY', is('a'), is('b')), { a: 0, b: 0 })).toEqual([
      ['condition', 'is-a', 0],
      ['condition', 'is-b', 0],
    ])
    expect(why(of('NONE', is('a'), is('b')), { a: 1, b: 0 })).toEqual([['condition', 'is-a', 1]])
  })

  test('within groups too: of what must not be together, all that was', () => {
    const notBoth = of('NONE', group('ALL', is('a'), is('b')))
    expect(why(notBoth, { a: 1, b: 1 })).toEqual([
      ['condition', 'is-a', 1],
      ['condition', 'is-b', 1],
    ])
  })

  test('a time that it was not', () => {
    const night: PlainCondition = {
      kind: 'time',
      id: 'night',
      window: {
        from: { hour: 22, minute: 0 },
        to: { hour: 6, minute: 0 },
        repeating: [true, true, true, true, true, true, true],
      },
    }
    const dates: PlainCondition = {
      kind: 'date',
      id: 'summer',
      dates: { from: { month: 6, day: 1 }, to: { month: 8, day: 31 } },
    }
    expect(why(of('ALL', night, dates), {})).toEqual([
      ['condition', 'night', false],
      ['condition', 'summer', false],
    ])
    expect(why(of('NONE', night), {})).toEqual([])
  })

  test('a scene that is off says only that', () => {
    const rule: Rule = {
      id: 'r',
      name: 'r',
      rule_logic: 'OR',
      active: false,
      event_triggers: [trigger('t', 'motion')],
      only_if: of('ALL', is('a')),
    }
    const world = worldOf(new Map([['motion/S/a', 0]]))
    const evaluator = createEvaluator({ rules: [rule], zone: 'UTC', at: NOON, world })
    const { missed } = evaluator.take(value('motion', second(1)))
    expect(missed.map((miss) => miss.why)).toEqual([[{ reason: 'inactive' }]])
  })
})
