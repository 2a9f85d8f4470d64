import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import { statusKey } from '../conditions.ts'
import { nextMoment } from '../moments/moments.ts'
import { FAR, nextSunMoment } from '../moments/sun-moments.ts'
import { goesBySun } from '../only-if/by-sun.ts'
import { needsPlace, waitsForMoments } from '../parts.ts'
import {
  ALWAYS,
  allOf,
  apartFromTime,
  asksNothing,
  isEvent,
  isGone,
  mayHold,
  momentsFor,
  type Surroundings,
  type Ways,
  waysOf,
  waysOfStatus,
  waysOfTrigger,
} from './ways.ts'

export type Never = NonNullable<RuleRow['never']>

const DAY = 86_400_000
/** Whatever comes once a year, at the least. */
const TRIES = 400

/** What is said where several stand against it: what can be mended first. */
const ORDER: readonly Never[] = ['missing', 'place_unknown', 'excluded', 'no_moment', 'over']

/** Why a rule that is on never runs by itself (any more); undefined where it may, and where nothing but a hand sets it off. */
export function neverRuns(rule: Rule, home: Surroundings): Never | undefined {
  if (!rule.active || rule.draft) return undefined
  const against = chancesOf(rule, home)
  if (against.length === 0 || against.includes(undefined)) return undefined
  return ORDER.find((why) => against.includes(why))
}

/** What stands against each thing that could set the rule off; undefined where nothing does. */
function chancesOf(rule: Rule, home: Surroundings): (Never | undefined)[] {
  const { rule_logic, event_triggers = [], statuses = [] } = rule
  const asked = rule.only_if ? waysOf(rule.only_if) : ALWAYS
  if (rule_logic === 'OR')
    return [
      ...byClock(rule, asked, home),
      ...byOthers(rule, asked, home),
      ...event_triggers.map((one) => {
        if (isGone(one, home)) return 'missing'
        return lasts(isEvent(one, home) ? asked : allOf([waysOfTrigger(one), asked]), home)
      }),
      ...statuses.map((one) =>
        home.status(statusKey(one)) ? lasts(allOf([waysOfStatus(one), asked]), home) : 'missing',
      ),
    ]
  const gone =
    event_triggers.some((one) => isGone(one, home)) || !statuses.every((one) => home.status(statusKey(one)))
  if (gone) return ['missing']
  const lasting = event_triggers.filter((one) => !isEvent(one, home))
  const whole = allOf([...lasting.map(waysOfTrigger), ...statuses.map(waysOfStatus), asked])
  const events = event_triggers.length - lasting.length
  const moments = [...byClock(rule, whole, home), ...byOthers(rule, whole, home)]
  if (!waitsForMoments(rule) && events === 0)
    return lasting.length + statuses.length === 0 ? [] : [lasts(whole, home)]
  return [...moments, ...(events > 0 ? [lasts(whole, home)] : [])]
}

/** What stands against calls, silences and the ends of other runs, all of which may come at any time. */
function byOthers(
  { call_triggers = [], silence_triggers = [], run_triggers = [] }: Rule,
  ways: Ways,
  home: Surroundings,
): (Never | undefined)[] {
  const comes = (gone: boolean): Never | undefined => (gone ? 'missing' : lasts(ways, home))
  return [
    ...call_triggers.map(() => comes(false)),
    ...silence_triggers.map(({ device_id }) => comes(home.device?.(device_id) === false)),
    ...run_triggers.map(({ rule_id }) => comes(home.rule?.(rule_id) === false)),
  ]
}

/** What stands against something that may come at any time. */
function lasts(ways: Ways, home: Surroundings): Never | undefined {
  if (mayHold(ways, home, () => momentsFor(ways, home)) !== false) return undefined
  if (asksNothing(ways, home)) return 'missing'
  if (mayHold(apartFromTime(ways), home, () => []) === false) return 'excluded'
  return lacksPlace(ways, home) ? 'place_unknown' : 'no_moment'
}

const lacksPlace = (ways: Ways, { place }: Surroundings): boolean =>
  !place && (ways ?? []).flat().some((one) => one.of === 'window' && goesBySun(one.window))

function byClock(rule: Rule, ways: Ways, home: Surroundings): (Never | undefined)[] {
  const { time_triggers = [], sun_triggers = [] } = rule
  if (time_triggers.length + sun_triggers.length === 0) return []
  const standing = lasts(ways, home)
  if (standing && standing !== 'no_moment') return [standing]
  const [times, sun] = [
    time_triggers.map((one) => (after: number) => nextMoment(one, home.zone, after)),
    sun_triggers.map((one) => (after: number) => nextSunMoment(one, home, after)),
  ]
  const comes = (next: (after: number) => number | undefined): Never | undefined => {
    let at = next(home.now)
    if (at === undefined) return 'over'
    const until = Math.max(home.now, at) + FAR * DAY
    for (let tries = 0; at !== undefined && at <= until && tries < TRIES; tries += 1) {
      const moment = at
      if (mayHold(ways, home, () => [moment]) !== false) return undefined
      at = next(moment)
    }
    // A day that is further away than anybody has looked.
    return laterThan(ways, until) ? undefined : 'no_moment'
  }
  const bySun = (next: (after: number) => number | undefined) => {
    if (!home.place && needsPlace(rule)) return 'place_unknown'
    return comes(next)
  }
  return [...times.map(comes), ...sun.map(bySun)]
}

const laterThan = (ways: Ways, moment: number): boolean =>
  (ways ?? [])
    .flat()
    .some(
      (one) =>
        one.of === 'dates' && one.dates.to.year !== undefined && Date.UTC(one.dates.to.year, 11, 31) > moment,
    )
