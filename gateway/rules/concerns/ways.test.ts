import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  Condition,
  DeviceTrigger,
  OnlyIf,
  PlainCondition,
  Week,
} from '#schemas/generated/entities/rule.ts'
import {
  allOf,
  apartFromTime,
  asksNothing,
  mayHold,
  momentsFor,
  type Surroundings,
  waysOf,
  waysOfStatus,
} from './ways.ts'

const daily: Week = [true, true, true, true, true, true, true]
const described: Readonly<Record<string, Value>> = {
  warmth: { kind: 'number', access: ['read'] },
  lamp: { kind: 'bool', access: ['read'], on: 'ON', off: 'OFF' },
  door: { kind: 'bool', access: ['read'] },
  sky: { kind: 'text', access: ['read'] },
}
const at = (now: number): Surroundings => ({
  ...{ now, zone: 'Europe/Zurich', place: { latitude: 47.5, longitude: 8.73 } },
  described: (device) => described[device],
  status: (id) => id !== 'gone',
})
const june = at(Date.UTC(2026, 5, 15, 12))

const is = (event_source: string, value: DeviceTrigger['value'], more: Partial<DeviceTrigger> = {}) => ({
  ...{ kind: 'device' as const, id: `${event_source} ${value}` },
  device: {
    ...{ id: 't', event_source, service_name: 'S', property_name: 'p', value, compare_type: 'EQ' as const },
    ...more,
  },
})
const above = (value: number, more: Partial<DeviceTrigger> = {}) =>
  is('warmth', value, { compare_type: 'GT', ...more })
const below = (value: number, more: Partial<DeviceTrigger> = {}) =>
  is('warmth', value, { compare_type: 'LT', ...more })
const status = (id: string, state = true): PlainCondition => ({
  ...{ kind: 'status', id },
  status: { resource_id: id, name: id, state },
})
const window = (from: number, to: number, repeating = daily): PlainCondition => ({
  ...{ kind: 'time', id: `${from}-${to}` },
  window: { from: { hour: from, minute: 0 }, to: { hour: to, minute: 0 }, repeating },
})
const on = (...days: number[]): PlainCondition => ({
  ...{ kind: 'time', id: 'days' },
  window: { repeating: daily.map((_day, n) => days.includes(n)) as Week },
})
const night: PlainCondition = {
  ...{ kind: 'time', id: 'night' },
  window: { from: { sun: { event: 'sunset' } }, to: { sun: { event: 'sunrise' } }, repeating: daily },
}
const dates = (from: [number, number], to: [number, number], year?: number): PlainCondition => {
  const end = ([month, day]: [number, number]) => ({ ...(year !== undefined && { year }), month, day })
  return { kind: 'date', id: 'd', dates: { from: end(from), to: end(to) } }
}
const all = (...conditions: Condition[]): OnlyIf => ({ logic: 'ALL', conditions })
const any = (...conditions: Condition[]): OnlyIf => ({ logic: 'ANY', conditions })
const none = (...conditions: Condition[]): OnlyIf => ({ logic: 'NONE', conditions })
const group = (logic: OnlyIf['logic'], ...conditions: PlainCondition[]): Condition => ({
  ...{ kind: 'group', id: 'g', logic },
  conditions,
})

const meet = (one: OnlyIf, other: OnlyIf, home: Surroundings): boolean | undefined => {
  const both = allOf([waysOf(one), waysOf(other)])
  return mayHold(both, home, () => momentsFor(both, home))
}

describe('whether two things that scenes ask about can be so at once', () => {
  test.each<[string, OnlyIf, OnlyIf, boolean]>([
    ['one of several is enough', any(status('a'), status('b')), all(status('a', false)), true],
    ['none of several is left', any(status('a')), all(status('a', false)), false],
    ['what is none of it is its other side', none(status('a')), all(status('a', false)), true],
    ['what is none of it is not it', none(status('a'), status('b')), all(status('b')), false],
    ['a group of which one is enough', all(group('ANY', status('a'), status('b'))), none(status('b')), true],
    [
      'a group of which all must be so',
      all(group('ALL', status('a'), status('b'))),
      none(status('b')),
      false,
    ],
    ['not all of a group', none(group('ALL', status('a'), status('b'))), all(status('a')), true],
    ['nothing at all of a group', none(group('ANY', status('a'), status('b'))), all(status('a')), false],
    ['not none of a group', none(group('NONE', status('a'))), all(status('a')), true],
    ['a figure above one and below the other', all(above(20)), all(below(21)), true],
    ['a figure above the one that is below the other', all(above(21)), all(below(20)), false],
    ['the figure itself where it counts', all(above(20, { inclusive: true })), all(is('warmth', 20)), true],
    ['the figure itself where it does not', all(above(20)), all(is('warmth', 20)), false],
    ['a figure between two, close to the upper', all(above(20, { upper: 30 })), all(above(29)), true],
    ['a figure between two, and above them', all(above(20, { upper: 30 })), all(above(30)), false],
    ['a figure below all that are named', all(below(5)), all(below(10)), true],
    ['a figure above all that are named', all(above(5)), all(above(10)), true],
    ['a figure that is neither', none(is('warmth', 5)), none(is('warmth', 6)), true],
    ['the other side of a switch', none(is('lamp', 'ON')), none(is('lamp', 'ON')), true],
    ['no third side of a switch', none(is('lamp', 'ON')), none(is('lamp', 'OFF')), false],
    ['no third side of a yes', none(is('door', true)), none(is('door', false)), false],
    ['the no beside a yes', none(is('door', true)), all(is('door', false)), true],
    ['a word that is neither', none(is('sky', 'rain')), none(is('sky', 'snow')), true],
    ['two words at once', all(is('sky', 'rain')), all(is('sky', 'snow')), false],
    [
      'something that has not lasted long enough yet',
      none(above(20, { delay: 60_000 })),
      all(above(20)),
      true,
    ],
    ['something that need not last', none(above(20)), all(above(20)), false],
    ['something that has lasted', all(above(20, { delay: 60_000 })), all(below(10)), false],
    ['something of a device that is gone', all(is('lost', 1)), all(), false],
    ['something of a status that is gone', all(status('gone')), all(), false],
    ['hours that meet', all(window(8, 12)), all(window(11, 14)), true],
    ['hours that only follow on each other', all(window(8, 12)), all(window(12, 14)), false],
    [
      'hours of other days',
      all(window(8, 12, [true, false, false, false, false, false, false])),
      all(on(1)),
      false,
    ],
    ['a night and its evening', all(window(22, 6)), all(window(20, 23)), true],
    ['outside of hours', none(window(6, 22)), all(window(21, 23)), true],
    ['weekdays that both have', all(on(0, 1)), all(on(1, 2)), true],
    ['weekdays of one only', all(on(0)), all(on(1)), false],
    [
      'a season that meets another on its last day',
      all(dates([7, 1], [8, 31])),
      all(dates([8, 31], [9, 15])),
      true,
    ],
    ['a season that another follows', all(dates([7, 1], [8, 30])), all(dates([8, 31], [9, 15])), false],
    ['a season over New Year', all(dates([12, 1], [1, 6])), all(dates([1, 2], [1, 3])), true],
    ['the day after a season', none(dates([12, 1], [1, 6])), all(dates([1, 6], [1, 7])), true],
    ['days of one year', all(dates([3, 1], [3, 9], 2027)), all(dates([3, 9], [3, 12])), true],
    [
      'days of one year beside those of another',
      all(dates([3, 1], [3, 9], 2027)),
      all(dates([3, 1], [3, 9], 2028)),
      false,
    ],
    ['a leap day on its weekday', all(dates([2, 29], [2, 29])), all(on(1)), true],
    ['an evening that is dark in winter only', all(night), all(window(18, 19)), true],
    ['a noon that is never dark', all(night), all(window(12, 13)), false],
    ['a dark Sunday evening', all(night), all(window(18, 19), on(6)), true],
  ])('%s', (_what, one, other, can) => {
    expect([meet(one, other, june), meet(other, one, june)]).toEqual([can, can])
  })

  test('too many ways to look at are left, and nothing is claimed of them', () => {
    const eitherOf = (n: number) => any(status(`a${n}`), status(`b${n}`))
    const groups = (count: number) => allOf(Array.from({ length: count }, (_, n) => waysOf(eitherOf(n))))
    const holds = (count: number) => mayHold(groups(count), june, () => [])
    expect([holds(8), holds(9)]).toEqual([true, undefined])
    const many = (count: number) => any(...Array.from({ length: count }, (_, n) => status(`a${n}`)))
    expect([waysOf(many(256))?.length, waysOf(many(257))]).toEqual([256, undefined])
    expect(waysOf(any(group('NONE', status('a')), ...many(257).conditions))).toBeUndefined()
    expect([...momentsFor(undefined, june)].length).toBeGreaterThan(0)
  })
})

test('what asks only about what is gone asks about nothing', () => {
  const asks = (one: OnlyIf) => asksNothing(waysOf(one), june)
  expect(asks(all(status('gone'), status('a')))).toBe(true)
  expect(asks(any(status('gone'), is('lost', 1)))).toBe(true)
  expect(asks(any(status('gone'), status('a')))).toBe(false)
  expect(asks(all(status('a')))).toBe(false)
  // Nothing can be so of which there is no way; that is not for want of things.
  expect(asks(any())).toBe(false)
  expect(asksNothing(undefined, june)).toBe(false)
})

test('a status that is waited for must be as it says', () => {
  const ways = allOf([
    waysOfStatus({ resource_id: 'a', name: 'a', state: true }),
    waysOf(all(status('a', false))),
  ])
  expect(mayHold(ways, june, () => [])).toBe(false)
})

test('apart from time only values and statuses are asked about', () => {
  const ways = apartFromTime(waysOf(all(status('a'), window(8, 9), dates([1, 1], [1, 2]), above(20))))
  expect(ways?.map((way) => way.map(({ of }) => of))).toEqual([['status', 'value']])
  expect(apartFromTime(undefined)).toBeUndefined()
})
