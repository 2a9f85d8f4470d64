import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  Condition,
  DateSpan,
  DeviceTrigger,
  OnlyIf,
  PlainCondition,
  RuleStatus,
  TimeWindow,
} from '#schemas/generated/entities/rule.ts'
import { DAY, momentOf, wallOf } from '../../lib/times/zone.ts'
import { isOfMoment, keyOfTrigger, meets, statusKey } from '../conditions.ts'
import type { Targeted } from '../loops.ts'
import type { Whereabouts } from '../moments/sun-moments.ts'
import { goesBySun } from '../only-if/by-sun.ts'
import { isOnDates, isWithin, momentOn } from '../only-if/windows.ts'
import type { Scalar } from '../world.ts'

/** What is known of a home where its scenes are held against each other. */
export interface Surroundings extends Whereabouts {
  now: number
  /** What a property's values are; undefined where the device or the property is gone. */
  described(device: string, service: string, property: string): Value | undefined
  status(id: string): boolean
  /** The group of a status, of which one at most is on (decision 0260). */
  group?(id: string): string | undefined
  /** What a target would leave behind; without it, that may be anything. */
  leaves?: Targeted
  /** Whether there is such a device, or rule; without it, all are taken to be there. */
  device?(id: string): boolean
  rule?(id: string): boolean
}

/** One thing that must be so, or must not. */
type Literal =
  | { of: 'value'; trigger: DeviceTrigger; wanted: boolean }
  | { of: 'status'; status: RuleStatus; wanted: boolean }
  | { of: 'window'; window: TimeWindow; wanted: boolean }
  | { of: 'dates'; dates: DateSpan; wanted: boolean }

/** Each of the ways in which something holds: all that must be so at once. Undefined: too many to look at. */
export type Ways = readonly (readonly Literal[])[] | undefined

const MOST = 256

export const ALWAYS: Ways = [[]]

/** All of them hold. */
export function allOf(parts: readonly Ways[]): Ways {
  let all: (readonly Literal[])[] = [[]]
  for (const part of parts) {
    if (!part || all.length * part.length > MOST) return undefined
    all = all.flatMap((one) => part.map((other) => [...one, ...other]))
  }
  return all
}

function anyOf(parts: readonly Ways[]): Ways {
  const all: (readonly Literal[])[] = []
  for (const part of parts) {
    if (!part || all.length + part.length > MOST) return undefined
    all.push(...part)
  }
  return all
}

/** What a rule asks about, as ways in which it holds (`wanted`) or does not. */
export function waysOf({ logic, conditions }: OnlyIf, wanted = true): Ways {
  const each = wanted !== (logic === 'NONE')
  const parts = conditions.map((one) => waysOfOne(one, each))
  return wanted === (logic === 'ANY') ? anyOf(parts) : allOf(parts)
}

function waysOfOne(one: Condition, wanted: boolean): Ways {
  if (one.kind === 'group') return waysOf(one, wanted)
  // What has not lasted long enough yet does not hold either.
  if (!wanted && one.kind === 'device' && (one.device.delay ?? 0) > 0) return ALWAYS
  return [[literalOf(one, wanted)]]
}

function literalOf(one: PlainCondition, wanted: boolean): Literal {
  switch (one.kind) {
    case 'device':
      return { of: 'value', trigger: one.device, wanted }
    case 'status':
      return { of: 'status', status: one.status, wanted }
    case 'time':
      return { of: 'window', window: one.window, wanted }
    case 'date':
      return { of: 'dates', dates: one.dates, wanted }
  }
}

export const waysOfTrigger = (trigger: DeviceTrigger): Ways => [[{ of: 'value', trigger, wanted: true }]]
export const waysOfStatus = (status: RuleStatus): Ways => [[{ of: 'status', status, wanted: true }]]

const describedBy = (
  { event_source, service_name, property_name }: DeviceTrigger,
  home: Surroundings,
): Value | undefined => home.described(event_source, service_name, property_name)

export const isGone = (trigger: DeviceTrigger, home: Surroundings): boolean =>
  describedBy(trigger, home) === undefined

/** Whether a trigger waits for what only happens. */
export const isEvent = (trigger: DeviceTrigger, home: Surroundings): boolean =>
  isOfMoment(trigger, describedBy(trigger, home))

/** Whether something that must be so is of a thing that is gone: of that nothing is ever known. */
const isOfNothing = (one: Literal, home: Surroundings): boolean =>
  (one.of === 'value' && isGone(one.trigger, home)) ||
  (one.of === 'status' && !home.status(statusKey(one.status)))

export const asksNothing = (ways: Ways, home: Surroundings): boolean =>
  ways !== undefined &&
  ways.length > 0 &&
  ways.every((way) => way.some((literal) => isOfNothing(literal, home)))

/** The ways without what the calendar decides. */
export const apartFromTime = (ways: Ways): Ways =>
  ways?.map((way) => way.filter(({ of }) => of === 'value' || of === 'status'))

/** Whether one of the ways may hold at one of the moments; undefined where that cannot be told. */
export function mayHold(
  ways: Ways,
  home: Surroundings,
  moments: () => Iterable<number>,
): boolean | undefined {
  if (!ways) return undefined
  return ways.some((way) => {
    if (way.some((one) => isOfNothing(one, home)) || !agree(way, home)) return false
    const calendar = way.filter(({ of }) => of === 'window' || of === 'dates')
    if (calendar.length === 0) return true
    for (const at of moments()) if (calendar.every((one) => isThen(one, home, at))) return true
    return false
  })
}

function isThen(one: Literal, where: Whereabouts, at: number): boolean {
  if (one.of === 'window') return isWithin(one.window, where, at) === one.wanted
  return one.of !== 'dates' || isOnDates(one.dates, where.zone, at) === one.wanted
}

/** Whether what must be so of values and statuses can be so at once. */
function agree(way: readonly Literal[], home: Surroundings): boolean {
  const states = new Map<string, boolean>()
  /** By group the one that is to be on. */
  const on = new Map<string, string>()
  const values = new Map<string, { trigger: DeviceTrigger; wanted: boolean }[]>()
  for (const one of way) {
    if (one.of === 'status') {
      const [key, state] = [statusKey(one.status), one.status.state === one.wanted]
      if ((states.get(key) ?? state) !== state) return false
      states.set(key, state)
      const group = state ? home.group?.(key) : undefined
      if (group !== undefined && (on.get(group) ?? key) !== key) return false
      if (group !== undefined) on.set(group, key)
    }
    if (one.of === 'value')
      values.set(keyOfTrigger(one.trigger), [...(values.get(keyOfTrigger(one.trigger)) ?? []), one])
  }
  return [...values.values()].every((those) => those.length === 1 || canBe(those, home))
}

/** Whether a value meets all of them: one that is named, lies between two of these, or is none of them. */
function canBe(those: readonly { trigger: DeviceTrigger; wanted: boolean }[], home: Surroundings): boolean {
  const [first] = those
  const described = first && describedBy(first.trigger, home)
  const named = those.flatMap(({ trigger: { value, upper } }): Scalar[] =>
    upper === undefined ? [value] : [value, upper],
  )
  return candidates(named, described).some((value) =>
    those.every(({ trigger, wanted }) => meets(trigger, value) === wanted),
  )
}

const NONE_OF_THEM = '\uE000'

function candidates(named: readonly Scalar[], described: Value | undefined): readonly Scalar[] {
  if (described?.kind === 'bool') return [described.on ?? true, described.off ?? false, ...named]
  const numbers = [...new Set(named.map(Number))].filter(Number.isFinite).toSorted((a, b) => a - b)
  const between = numbers.flatMap((one, n) => {
    const next = numbers[n + 1]
    return next === undefined ? [one + 1] : [(one + next) / 2]
  })
  // Texts by their alphabet: the empty one comes first, and one goes on after each.
  const after = named.flatMap((one) => (typeof one === 'string' ? [`${one} `] : []))
  return [...named, ...numbers.slice(0, 1).map((least) => least - 1), ...between, '', ...after, NONE_OF_THEM]
}

const WEEK = 8
const YEAR = 366
const STEP = 5

/** Moments among which there is one for everything that clocks, days and the sun may bring together. */
export function* momentsFor(ways: Ways, home: Surroundings): Generator<number> {
  const literals = (ways ?? []).flat()
  const windows = literals.flatMap((one) => (one.of === 'window' ? [one.window] : []))
  const spans = literals.flatMap((one) => (one.of === 'dates' ? [one.dates] : []))
  const today = Math.floor(wallOf(home.now, home.zone) / DAY) * DAY
  const days = [today, ...spans.flatMap((span) => edgesOf(span, today))].flatMap((first) =>
    Array.from({ length: WEEK }, (_, n) => first + n * DAY),
  )
  // The sun's moments of a year, on all days of the week.
  if (windows.some(goesBySun)) for (let n = WEEK; n < YEAR; n += STEP) days.push(today + n * DAY)
  for (const day of days) {
    yield momentOf(day, home.zone)
    for (const { from, to } of windows)
      for (const end of [from, to]) {
        const at = end && momentOn(end, day, home)
        if (at !== undefined) yield at
      }
  }
}

/** The first day of a span and the first after it, as wall times of midnight; of one of every year those that come. */
function edgesOf({ from, to }: DateSpan, today: number): number[] {
  const year = new Date(today).getUTCFullYear()
  const leaps = [from, to].some(({ month, day }) => month === 2 && day === 29)
  const years = leaps ? [0, 1, 2, 3, 4, 8] : [0, 1]
  return [
    { ...from, more: 0 },
    { ...to, more: 1 },
  ].flatMap((end) =>
    end.year === undefined
      ? years.map((one) => Date.UTC(year + one, end.month - 1, end.day + end.more))
      : [Date.UTC(end.year, end.month - 1, end.day + end.more)],
  )
}
