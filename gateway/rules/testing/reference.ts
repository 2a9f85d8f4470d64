import { type Place, sunHeight } from '#gateway/lib/times/sun.ts'
import type {
  DateSpan,
  DeviceTrigger,
  OnlyIf,
  Rule,
  RuleStatus,
  RunTrigger,
  SilenceTrigger,
  SunMoment,
  SunTrigger,
  TimeTrigger,
  TimeWindow,
  WindowEnd,
} from '#schemas/generated/entities/rule.ts'
import type { Scalar } from '../world.ts'
import { wallIn } from './walls.ts'

/**
 * What rules mean, as slowly and plainly as it can be said: the whole story is looked at anew for every step. It keeps
 * no state from one step to the next, and shares no code with the evaluator.
 */
export interface Story {
  zone: string
  place?: Place
  from: number
  until: number
  rules: readonly Rule[]
  /** Values and states at the start, by `device/service/property` and by status; what is missing is unknown. */
  start: ReadonlyMap<string, Scalar>
  /** In order; nothing else changes. */
  told: readonly Told[]
  /** Keys that tell of events. */
  events: ReadonlySet<string>
}

export interface Told {
  at: number
  key: string
  value: Scalar
}

interface Step {
  at: number
  /** How much of the story has been told after it. */
  told: number
  kind: 'clock' | 'told'
}

const SECOND = 1000
const MINUTE = 60 * SECOND

export const keyOf = ({ event_source, service_name, property_name }: DeviceTrigger): string =>
  `${event_source}/${service_name}/${property_name}`

/** Every firing as `rule@moment`. */
export function firings(story: Story): string[] {
  const steps = stepsOf(story)
  return steps.flatMap((step, n) =>
    story.rules
      .filter(
        (rule) => rule.active && !rule.draft && fires(rule, steps, n, story) && asked(rule, step, story),
      )
      .map(({ id }) => `${id}@${step.at}`),
  )
}

/** All moments at which anything could come true. At one moment: what the clock brings, all at once, then what is told. */
function stepsOf(story: Story): Step[] {
  const { told, rules, from, until } = story
  const before = (at: number): number => told.filter((one) => one.at < at).length
  const delayed = rules.flatMap(({ event_triggers = [] }) =>
    event_triggers.filter(({ delay = 0 }) => delay > 0),
  )
  const dues = new Set(
    delayed.flatMap((one) =>
      told.filter(({ key }) => key === keyOf(one)).map(({ at }) => at + (one.delay ?? 0)),
    ),
  )
  const times = new Set(
    rules.flatMap(({ time_triggers = [], sun_triggers = [] }) => [
      ...time_triggers.flatMap((one) => momentsOf(one, story)),
      ...sun_triggers.flatMap((one) => sunMomentsOf(one, story)),
    ]),
  )
  const quiet = rules.flatMap(({ silence_triggers = [] }) =>
    silence_triggers.flatMap((one) => reportsOf(one, told, story).map((at) => at + one.after)),
  )
  const kinds = ['clock', 'told']
  return [
    ...[...new Set([...dues, ...times, ...quiet])].map(
      (at): Step => ({ at, told: before(at), kind: 'clock' }),
    ),
    ...told.map(({ at }, n): Step => ({ at, told: n + 1, kind: 'told' })),
  ]
    .filter(({ at }) => at > from && at <= until)
    .toSorted((a, b) => a.at - b.at || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.told - b.told)
}

/** When a device was heard: by what it reports, which may be nothing new. Nobody knows when before the story: then with its start. */
function reportsOf({ device_id }: SilenceTrigger, told: readonly Told[], { start, from }: Story): number[] {
  const of = told.filter(({ key }) => key === `heard:${device_id}` || key.startsWith(`${device_id}/`))
  return [Number(start.get(`heard:${device_id}`) ?? from), ...of.map(({ at }) => at)]
}

/** Is it just now that it was last heard so long ago? */
const fallsSilent = (one: SilenceTrigger, { at, told }: Step, story: Story): boolean =>
  reportsOf(one, story.told.slice(0, told), story).at(-1) === at - one.after

/** What is told may be the end of a run: of one that did everything, or of one that did not. */
const isEnd = ({ rule_id, end }: RunTrigger, told: Told | undefined): boolean =>
  told?.key === `run:${rule_id}` && (end === 'over' || told.value !== 'done')

const found = new WeakMap<TimeTrigger, readonly number[]>()

/** Looked for once in a story: it asks for them at every step. */
function momentsOf(trigger: TimeTrigger, story: Story): readonly number[] {
  const known = found.get(trigger)
  if (known) return known
  const moments = searched(trigger, story)
  found.set(trigger, moments)
  return moments
}

/** Every second of the story is looked at: has the clock come to show the time for the first time? */
function searched(trigger: TimeTrigger, { zone, from, until }: Story): number[] {
  const { year, month, day, hour, minute, second, every, repeating } = trigger
  const time = ((hour * 60 + minute) * 60 + second) * SECOND
  const moments: number[] = []
  const seen = new Set<number>()
  let latest = wallIn(zone, from)
  for (let at = from + SECOND; at <= until; at += SECOND) {
    const wall = wallIn(zone, at)
    for (let midnight = floorDay(latest); midnight <= wall; midnight += 86_400_000) {
      const meant = every
        ? isDayOf(trigger, new Date(midnight))
        : repeating?.includes(true)
          ? repeating[(new Date(midnight).getUTCDay() + 6) % 7]
          : midnight === Date.UTC(year ?? 0, (month ?? 0) - 1, day)
      const target = midnight + time
      if (!meant || seen.has(target) || target <= latest || target > wall) continue
      seen.add(target)
      moments.push(at)
    }
    latest = Math.max(latest, wall)
  }
  return moments
}

/** Is it that day, or the last one of a month that does not have it? */
function isDayOf({ every, month, day }: TimeTrigger, date: Date): boolean {
  const isLast = new Date(date.getTime() + 86_400_000).getUTCDate() === 1
  const today = date.getUTCDate()
  return (
    (every === 'month' || date.getUTCMonth() + 1 === month) &&
    day !== undefined &&
    (today === day || (isLast && today < day))
  )
}

const HEIGHTS = { dawn: -6, dusk: -6, sunrise: -0.833, sunset: -0.833 }

const crossed = new WeakMap<SunTrigger, readonly number[]>()

function sunMomentsOf(trigger: SunTrigger, story: Story): readonly number[] {
  const known = crossed.get(trigger)
  if (known) return known
  const moments = crossings(trigger, story)
  crossed.set(trigger, moments)
  return moments
}

/** Every second is looked at: has the sun come up to, or gone down below, the height? Stories name every day. */
function crossings({ sun: { event, offset = 0 } }: SunTrigger, { place, from, until }: Story): number[] {
  if (!place) return []
  const above = (at: number): boolean => sunHeight(at, place) >= HEIGHTS[event]
  const rises = event === 'dawn' || event === 'sunrise'
  const moments: number[] = []
  for (let at = from - offset + SECOND; at <= until - offset; at += SECOND)
    if (above(at) === rises && above(at - SECOND) !== rises) moments.push(at + offset)
  return moments
}

const floorDay = (wall: number): number => Math.floor(wall / 86_400_000) * 86_400_000

type Known = boolean | undefined

function fires(rule: Rule, steps: readonly Step[], n: number, story: Story): boolean {
  const {
    time_triggers = [],
    sun_triggers = [],
    call_triggers = [],
    silence_triggers = [],
    run_triggers = [],
    event_triggers = [],
    statuses = [],
  } = rule
  const now = steps[n]
  if (!now) return false
  const isTally = ({ count, change }: DeviceTrigger): boolean => count !== undefined || change !== undefined
  const isEvent = (one: DeviceTrigger): boolean => story.events.has(keyOf(one))
  const tallied = event_triggers.filter(isTally)
  const lasting = [...event_triggers.filter((one) => !isEvent(one) && !isTally(one)), ...statuses]
  const momentary = event_triggers.filter((one) => isEvent(one) && !isTally(one))
  const held = (step: Step | undefined, one: DeviceTrigger | RuleStatus): Known => heldAt(one, step, story)
  const latest = story.told[now.told - 1]
  // Another rule runs it.
  if (now.kind === 'told' && latest?.key === `rule:${rule.id}`) return true
  const calls = call_triggers.map(({ id }) => `call:${rule.id}/${id}`)
  const moment =
    (now.kind === 'told' && latest !== undefined && calls.includes(latest.key)) ||
    (now.kind === 'told' && run_triggers.some((one) => isEnd(one, latest))) ||
    (now.kind === 'clock' && silence_triggers.some((one) => fallsSilent(one, now, story))) ||
    (now.kind === 'clock' &&
      [
        ...time_triggers.map((one) => momentsOf(one, story)),
        ...sun_triggers.map((one) => sunMomentsOf(one, story)),
      ].some((moments) => moments.includes(now.at))) ||
    (now.kind === 'told' &&
      (momentary.some(
        (one) => latest !== undefined && keyOf(one) === latest.key && fits(one, latest.value),
      ) ||
        tallied.some((one) => keyOf(one) === latest?.key && isReached(one, now, story))))
  if (rule.rule_logic === 'OR')
    return moment || lasting.some((one) => held(steps[n - 1], one) === false && held(now, one) === true)
  const whole = (step: Step | undefined): Known => all(lasting.map((one) => held(step, one)))
  const others = [silence_triggers, run_triggers, momentary, tallied]
  if ([time_triggers, sun_triggers, calls, ...others].some((all) => all.length > 0))
    return moment && whole(now) === true
  if (lasting.length === 0 || whole(now) !== true) return false
  // What it last was for certain, before this step.
  for (let back = n - 1; back >= -1; back--) {
    const was = whole(steps[back])
    if (was !== undefined) return was === false
  }
  return false
}

/** Whether the last thing told is what a trigger counts or compares: all of it is told again from the start. */
function isReached(trigger: DeviceTrigger, { told }: Step, story: Story): boolean {
  const { count = 0, change, within = Infinity } = trigger
  const key = keyOf(trigger)
  const all: { at: number; value: Scalar | undefined }[] = [
    { at: Number.NEGATIVE_INFINITY, value: story.start.get(key) },
    ...story.told.slice(0, told).filter((one) => one.key === key),
  ]
  /** Places at which it was reached. */
  const reached: number[] = []
  /** Moments at which it came true, since it was reached last. */
  let came: number[] = []
  for (const [n, { at, value }] of all.entries()) {
    const before = all[n - 1]?.value
    if (n === 0 || value === undefined) continue
    if (change === undefined) {
      const rose =
        fits(trigger, value) && (story.events.has(key) || (before !== undefined && !fits(trigger, before)))
      if (rose) came.push(at)
      if (!rose || came.filter((one) => one >= at - within).length < count) continue
      came = []
      reached.push(n)
      continue
    }
    // Every value that it has had since: one counts for as long as it stood.
    const since = reached.at(-1) ?? 0
    const differs = all.slice(since, n).some((one, place) => {
      const stoodUntil = all[since + place + 1]?.at ?? at
      if (one.value === undefined || stoodUntil <= at - within) return false
      const more = Number(value) - Number(one.value)
      return (change === 'up' ? more : change === 'down' ? -more : Math.abs(more)) >= Number(trigger.value)
    })
    if (differs) reached.push(n)
  }
  return reached.at(-1) === all.length - 1
}

/** What is asked before a rule runs: it must be known, and so. */
const asked = ({ only_if }: Rule, step: Step, story: Story): boolean =>
  only_if === undefined || groupHolds(only_if, step, story) === true

function groupHolds({ logic, conditions }: OnlyIf, step: Step, story: Story): Known {
  const each = conditions.map((one): Known => {
    if (one.kind === 'group') return groupHolds(one, step, story)
    if (one.kind === 'device') return heldAt(one.device, step, story)
    if (one.kind === 'status') return heldAt(one.status, step, story)
    return one.kind === 'time' ? isWithin(one.window, step.at, story) : isOn(one.dates, step.at, story)
  })
  if (logic === 'ALL') return all(each)
  const any = not(all(each.map(not)))
  return logic === 'ANY' ? any : not(any)
}

const not = (one: Known): Known => (one === undefined ? undefined : !one)

/** Days before a story whose windows may still be open in it. */
const BEFORE = 3 * 86_400_000

/** Does a window that begins on one of its days lie open: begun, and not ended since? */
function isWithin({ from, to, repeating }: TimeWindow, at: number, story: Story): Known {
  const weekday = (wall: number): number => (new Date(wall).getUTCDay() + 6) % 7
  if (!from || !to) return repeating[weekday(wallIn(story.zone, at))]
  if (('sun' in from || 'sun' in to) && !story.place) return undefined
  const [begins, ends] = [momentsOfEnd(from, story), momentsOfEnd(to, story)]
  return begins.some(
    (begin) =>
      begin.at <= at &&
      repeating[weekday(begin.midnight)] === true &&
      !ends.some((end) => end.at > begin.at && end.at <= at),
  )
}

interface Shown {
  at: number
  /** Wall time of the midnight of its day. */
  midnight: number
}

const ended = new WeakMap<WindowEnd, readonly Shown[]>()

function momentsOfEnd(end: WindowEnd, story: Story): readonly Shown[] {
  const known = ended.get(end) ?? ('sun' in end ? sunShown(end.sun, story) : clockShown(end, story))
  ended.set(end, known)
  return known
}

/** Every minute is looked at: does the clock come to show the time, or a later one, for the first time? */
function clockShown(
  { hour, minute }: { hour: number; minute: number },
  { zone, from, until }: Story,
): Shown[] {
  const shown: Shown[] = []
  const first = Math.floor((from - BEFORE) / MINUTE) * MINUTE
  let latest = wallIn(zone, first)
  for (let at = first + MINUTE; at <= until; at += MINUTE) {
    const wall = wallIn(zone, at)
    for (let midnight = floorDay(latest); midnight <= wall; midnight += 86_400_000) {
      const target = midnight + (hour * 60 + minute) * MINUTE
      if (target > latest && target <= wall) shown.push({ at, midnight })
    }
    latest = Math.max(latest, wall)
  }
  return shown
}

/** Every minute, and where the sun crosses the height in it every second. Its day is that of the noon next to it; stories name every day. */
function sunShown({ event, offset = 0 }: SunMoment, { place, from, until }: Story): Shown[] {
  if (!place) return []
  const above = (at: number): boolean => sunHeight(at, place) >= HEIGHTS[event]
  const rises = event === 'dawn' || event === 'sunrise'
  const shown: Shown[] = []
  for (let at = Math.floor((from - BEFORE) / MINUTE) * MINUTE; at <= until + 43_200_000; at += MINUTE) {
    if (above(at) !== rises || above(at - MINUTE) === rises) continue
    let second = at
    while (above(second - SECOND) === rises) second -= SECOND
    shown.push({ at: second + offset, midnight: 0 })
  }
  return shown
}

function isOn({ from, to }: DateSpan, at: number, { zone }: Story): boolean {
  const now = new Date(wallIn(zone, at))
  const year = now.getUTCFullYear()
  const today = Date.UTC(year, now.getUTCMonth(), now.getUTCDate())
  const between = (first: number, last: number): boolean =>
    Date.UTC(first, from.month - 1, from.day) <= today && today <= Date.UTC(last, to.month - 1, to.day)
  if (from.year !== undefined && to.year !== undefined) return between(from.year, to.year)
  const wraps = Date.UTC(0, from.month - 1, from.day) > Date.UTC(0, to.month - 1, to.day)
  return wraps ? between(year - 1, year) || between(year, year + 1) : between(year, year)
}

function all(parts: readonly Known[]): Known {
  if (parts.includes(false)) return false
  return parts.includes(undefined) ? undefined : true
}

/** Without a step: at the start. */
function heldAt(one: DeviceTrigger | RuleStatus, step: Step | undefined, story: Story): Known {
  const known = story.told.slice(0, step?.told ?? 0)
  if ('state' in one) {
    const key = one.resource_id ?? one.name
    const state = known.findLast((told) => told.key === key)?.value ?? story.start.get(key)
    return state === undefined ? undefined : state === one.state
  }
  const key = keyOf(one)
  const values: { at: number; value: Scalar | undefined }[] = [
    { at: Number.NEGATIVE_INFINITY, value: story.start.get(key) },
    ...known.filter((told) => told.key === key),
  ]
  const last = values.at(-1)
  if (last?.value === undefined) return undefined
  if (!fits(one, last.value)) return false
  // Back to where it began to be so without a break.
  const others = values.findLastIndex(({ value }) => value === undefined || !fits(one, value))
  const since = values[others + 1]?.at ?? Number.NEGATIVE_INFINITY
  const firstHeard = others < 0 || values[others]?.value === undefined
  return firstHeard || (step?.at ?? story.from) >= since + (one.delay ?? 0)
}

function fits({ negated, ...trigger }: DeviceTrigger, found: Scalar): boolean {
  if (negated) return !fits(trigger, found)
  const { compare_type, value, inclusive, upper } = trigger
  if (compare_type === 'EQ') return found === value
  if (compare_type === 'LT') return inclusive ? found <= value : found < value
  if (upper !== undefined) {
    const [low, is] = [Number(value), Number(found)]
    return inclusive ? low <= is && is <= upper : low < is && is < upper
  }
  return inclusive ? found >= value : found > value
}
