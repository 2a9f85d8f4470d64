import { coerce, isMoment } from '#gateway/lib/values/value-kinds.ts'
import type {
  Condition,
  DateEnd,
  DateSpan,
  DeviceTrigger,
  OnlyIf,
  RuleStatus,
  RunTrigger,
  SilenceTrigger,
  SunTrigger,
  TimeTrigger,
  TimeWindow,
} from '#schemas/generated/entities/rule.ts'
import { comparisonOf, isOfMoment, isTallied, keyOfTrigger, statusKey } from '../conditions.ts'
import { type CandidateProperty, canTrigger, comparesOf } from '../may.ts'
import { isEvery, isPast, repeats, wallOfDate } from '../moments/moments.ts'
import { goesBySun } from '../only-if/by-sun.ts'
import type { Scalar } from '../world.ts'
import { type HomeFacts, lookUp, type Path, type RuleFault } from './fault.ts'

/** 2.5-021 to 2.5-023. */
export function ofTime(trigger: TimeTrigger, path: Path, { zone, now }: HomeFacts): RuleFault[] {
  if (trigger.every) return !repeats(trigger) && isEvery(trigger) ? [] : [{ code: 'incomplete', path }]
  if (!repeats(trigger) && wallOfDate(trigger) === undefined) return [{ code: 'incomplete', path }]
  return isPast(trigger, zone, now) ? [{ code: 'dateInPast', path }] : []
}

export function ofSun({ repeating }: SunTrigger, path: Path, { placed }: HomeFacts): RuleFault[] {
  if (!repeating.includes(true)) return [{ code: 'incomplete', path }]
  return placed === false ? [{ code: 'place_unknown', path }] : []
}

/** The same silence twice says nothing more. */
export function ofSilence(
  { device_id, device_name, after }: SilenceTrigger,
  path: Path,
  before: readonly SilenceTrigger[],
  home: HomeFacts,
): RuleFault[] {
  const about = { path, device_id, device_name }
  const twice = before.some((one) => one.device_id === device_id && one.after === after)
  return [
    ...(twice ? [{ code: 'functionality_added' as const, ...about }] : []),
    ...(home.device(device_id) ? [] : [{ code: 'device_missing' as const, ...about }]),
  ]
}

/** A rule waits for the end of others, never for its own. */
export function ofRun(
  { rule_id, name, end }: RunTrigger,
  path: Path,
  before: readonly RunTrigger[],
  home: HomeFacts,
  own: string,
): RuleFault[] {
  const about = { path, rule_name: name }
  if (rule_id === own) return [{ code: 'not_triggering', ...about }]
  const twice = before.some((one) => one.rule_id === rule_id && one.end === end)
  return [
    ...(twice ? [{ code: 'functionality_added' as const, ...about }] : []),
    ...(home.rule?.(rule_id) === false ? [{ code: 'rule_missing' as const, ...about }] : []),
  ]
}

export function ofDevice(
  trigger: DeviceTrigger,
  path: Path,
  all: readonly DeviceTrigger[],
  home: HomeFacts,
): RuleFault[] {
  const { event_source: device_id, device_name, service_name, property_name, compare_type, value } = trigger
  const about = { path, device_id, device_name, service_name, property_name }
  const twin = all.find((one) => keyOfTrigger(one) === keyOfTrigger(trigger))
  const twice: RuleFault[] = twin === trigger ? [] : [{ code: 'functionality_added', ...about }]
  const found = lookUp(device_id, service_name, property_name, home)
  if (typeof found === 'string') return [...twice, { code: found, ...about }]
  const { device, at } = found
  const fits =
    canTrigger(device, at, home.vocabulary) &&
    comparesOf(at.value.kind, home.vocabulary).includes(compare_type) &&
    isOffered(trigger, at, home) &&
    meant(at, value) &&
    isCounted(trigger)
  return fits ? twice : [...twice, { code: 'not_triggering', ...about }]
}

/** Of how often and of changes nothing lasts; each has the time in which it comes, changes also since the last one. */
function isCounted(trigger: DeviceTrigger): boolean {
  const { count, change, within, value, delay = 0 } = trigger
  if (!isTallied(trigger)) return within === undefined
  if (delay > 0) return false
  return change ? count === undefined && Number(value) > 0 : within !== undefined
}

/** Only words that we have: an upper limit goes with no other way to compare, and lies above the lower one. */
function isOffered(trigger: DeviceTrigger, { value }: CandidateProperty, { vocabulary }: HomeFacts): boolean {
  const { compare_type, inclusive = false, upper, negated = false } = trigger
  const word = vocabulary.comparisons.find(({ id }) => id === comparisonOf(trigger))
  if (!word?.kinds.some((kind) => kind === value.kind)) return false
  return (
    word.compare_type === compare_type &&
    (word.inclusive ?? false) === inclusive &&
    (word.negated ?? false) === negated &&
    (word.upper ?? false) === (upper !== undefined) &&
    word.change === trigger.change &&
    (upper === undefined || Number(trigger.value) < upper) &&
    !(negated && isMoment(value))
  )
}

/** A device may report an option that its description lacks, but no text for a number. */
function meant({ value: described }: CandidateProperty, value: Scalar): boolean {
  const known = coerce(described, value)
  return known !== undefined && known !== null
}

export const ofStatus = (status: RuleStatus, path: Path, home: HomeFacts): RuleFault[] =>
  home.status(statusKey(status)) ? [] : [{ code: 'status_missing', path, status_name: status.name }]

/** A group of no conditions says nothing. */
export const ofOnlyIf = (only_if: OnlyIf | undefined, path: Path, home: HomeFacts): RuleFault[] =>
  only_if?.conditions.length === 0
    ? [{ code: 'incomplete', path }]
    : (only_if?.conditions ?? []).flatMap((one, n) => ofCondition(one, [...path, 'conditions', n], home))

function ofCondition(condition: Condition, path: Path, home: HomeFacts): RuleFault[] {
  switch (condition.kind) {
    case 'group':
      return ofOnlyIf(condition, path, home)
    case 'status':
      return ofStatus(condition.status, path, home)
    case 'time':
      return ofWindow(condition.window, path, home)
    case 'date':
      return isSpan(condition.dates) ? [] : [{ code: 'incomplete', path }]
    case 'device': {
      const { event_source, service_name, property_name } = condition.device
      const found = lookUp(event_source, service_name, property_name, home)
      // Of what only happens nothing lasts that could be asked about.
      return typeof found === 'object' && isOfMoment(condition.device, found.at.value)
        ? [{ code: 'not_triggering', path, device_id: event_source, service_name, property_name }]
        : ofDevice(condition.device, path, [condition.device], home)
    }
  }
}

function ofWindow(window: TimeWindow, path: Path, { placed }: HomeFacts): RuleFault[] {
  const { from, to, repeating } = window
  const same = from !== undefined && JSON.stringify(from) === JSON.stringify(to)
  if (same || !repeating.includes(true)) return [{ code: 'incomplete', path }]
  return placed === false && goesBySun(window) ? [{ code: 'place_unknown', path }] : []
}

/** Days that there are, both of a year or both of every year; those of years in their order. */
function isSpan({ from, to }: DateSpan): boolean {
  if ((from.year === undefined) !== (to.year === undefined)) return false
  // 29 February is a day of some years.
  const wall = ({ year = 2000, month, day }: DateEnd) => wallOfDate({ year, month, day, ...MIDNIGHT })
  const [first, last] = [wall(from), wall(to)]
  return first !== undefined && last !== undefined && (from.year === undefined || first <= last)
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0 }
