import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { deviceFact, keyOfTrigger, runFact, silenceFact, statusFact, statusKey } from '../conditions.ts'
import { momentsIn } from '../moments/coming.ts'
import { waitsForMoments } from '../parts.ts'
import { type Left, leftBy } from './left-behind.ts'
import { lookedAt } from './looked-at.ts'
import {
  ALWAYS,
  allOf,
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

export type Contradiction = NonNullable<RuleRow['contradicts']>[number]

const DAY = 86_400_000
/** What comes in a week comes again. */
const AHEAD = 7 * DAY
/** Nobody reads more of one rule. */
const MOST = 10

/** That a rule sets something, when something sets it off. */
interface Does extends Left {
  rule: Rule
  /** What must be so besides. */
  ways: Ways
  at?: number
  trigger?: TriggerFact
}

/**
 * Rules that set the same to different values at the same time: at a moment that the clock or the sun brings within a
 * week, or whenever the same thing happens; unless what they ask about keeps them apart.
 */
export function contradictionsOf(
  rules: readonly Rule[],
  home: Surroundings,
): ReadonlyMap<string, readonly Contradiction[]> {
  const live = rules.filter(({ active, draft }) => active && !draft)
  const leaves = lookedAt(live, home.leaves)
  const all = live.map((rule) => ({ rule, left: leftBy(rule, home, leaves) }))
  const meanings = new Map<string, Set<string>>()
  for (const { key, means } of all.flatMap(({ left }) => left))
    meanings.set(key, (meanings.get(key) ?? new Set()).add(means))
  const meetings = new Map<string, Does[]>()
  for (const { rule, left } of all) {
    // Moments are worked out only for what is set to more than one value.
    const those = left.filter(({ key }) => meanings.get(key)?.size !== 1)
    if (those.length === 0) continue
    for (const [key, one] of [...byClock(rule, those, home), ...byHappening(rule, those, home)]) {
      const there = meetings.get(key)
      if (there) there.push(one)
      else meetings.set(key, [one])
    }
  }
  const found = new Map<string, Found>()
  for (const those of meetings.values()) pair(those, home, found)
  return new Map([...found].map(([id, those]) => [id, [...those.values()]]))
}

/** Of so many that set the same at a time the others are told of no less. */
const AT_ONCE = 100

/** Of one rule, by the other and what both set. */
type Found = Map<string, Contradiction>

function pair(all: readonly Does[], home: Surroundings, found: Map<string, Found>): void {
  const those = all.slice(0, AT_ONCE)
  for (const [n, one] of those.entries())
    for (const other of those.slice(n + 1)) {
      if (one.means === other.means) continue
      // What is told already need not be looked at.
      if (!(isNews(found, one, other) || isNews(found, other, one)) || !mayMeet(one, other, home)) continue
      put(found, one, other)
      put(found, other, one)
    }
}

/** Of all that a target finds one is told. */
const aboutOf = ({ key, target }: Does, other: Does): string =>
  `${other.rule.id} ${target === undefined ? key : `target ${target}`}`

const momentOf = ({ at, after }: Does): number => (at === undefined ? 0 : at + after)

/** The next time is told, not every one, and what happens rather than a time. */
function isNews(found: ReadonlyMap<string, Found>, one: Does, other: Does): boolean {
  const known = found.get(one.rule.id)
  const before = known?.get(aboutOf(one, other))
  return before ? (before.at ?? 0) > momentOf(one) : (known?.size ?? 0) < MOST
}

function put(found: Map<string, Found>, one: Does, other: Does): void {
  if (!isNews(found, one, other)) return
  const known = found.get(one.rule.id) ?? new Map<string, Contradiction>()
  found.set(one.rule.id, known)
  const { what, value, after, at, trigger, group } = one
  known.set(aboutOf(one, other), {
    rule_id: other.rule.id,
    rule_name: other.rule.name,
    ...what,
    value,
    other_value: other.value,
    ...(group !== undefined && { group, other_status_name: other.what.status_name ?? '' }),
    ...(at === undefined ? { trigger, after } : { at: momentOf(one) }),
  })
}

/** Whether both can run. Of two that begin at different moments each may meet what it asks about in its own. */
function mayMeet(one: Does, other: Does, home: Surroundings): boolean {
  const both = allOf([one.ways, other.ways])
  if (one.at === undefined) return mayHold(both, home, () => momentsFor(both, home)) === true
  const at = ({ ways, at: moment }: Does): boolean => mayHold(ways, home, () => [moment ?? 0]) === true
  if (one.at !== other.at) return at(one) && at(other)
  return at({ ...one, ways: both })
}

type Meeting = [key: string, does: Does]

/** What must be so when a time sets the rule off; where everything must hold, what lasts does. */
function besides(rule: Rule, home: Surroundings): Ways {
  const { rule_logic, event_triggers = [], statuses = [], only_if } = rule
  const asked = only_if ? waysOf(only_if) : ALWAYS
  if (rule_logic === 'OR') return asked
  return allOf([
    ...event_triggers.filter((one) => !isEvent(one, home)).map(waysOfTrigger),
    ...statuses.map(waysOfStatus),
    asked,
  ])
}

function byClock(rule: Rule, left: readonly Left[], home: Surroundings): Meeting[] {
  const moments = [...momentsIn(rule, home, { from: home.now, to: home.now + AHEAD }).keys()].toSorted(
    (a, b) => a - b,
  )
  const ways = besides(rule, home)
  return moments.flatMap((at, n) => {
    // A run that begins meanwhile takes the place of this one.
    const next = moments[n + 1] ?? Infinity
    return left
      .filter(({ after }) => at + after < next)
      .map((one): Meeting => [`${at + one.after} ${one.key}`, { ...one, rule, ways, at }])
  })
}

/** Whatever happens in a home may set off two rules that wait for the same. */
function byHappening(rule: Rule, left: readonly Left[], home: Surroundings): Meeting[] {
  const { rule_logic, event_triggers = [], statuses = [], silence_triggers = [], run_triggers = [] } = rule
  const needsMoment =
    rule_logic === 'AND' && (waitsForMoments(rule) || event_triggers.some((one) => isEvent(one, home)))
  const more = besides(rule, home)
  const begun = (what: string, own: Ways, trigger: TriggerFact): Meeting[] => {
    const ways = allOf([own, more])
    return left.map((one) => [`${what} ${one.after} ${one.key}`, { ...one, rule, ways, trigger }])
  }
  return [
    ...event_triggers.flatMap((one) => {
      const event = isEvent(one, home)
      if (isGone(one, home) || (needsMoment && !event)) return []
      const { compare_type, value, inclusive = false, upper, negated = false, delay = 0 } = one
      const { count, change, within } = one
      const waits = [compare_type, String(value), inclusive, upper, negated, event ? 0 : delay]
      waits.push(count, change, within)
      const what = `${keyOfTrigger(one)} ${JSON.stringify(waits)}`
      return begun(what, event ? ALWAYS : waysOfTrigger(one), deviceFact(one, undefined, home.now))
    }),
    ...silence_triggers.flatMap((one) =>
      begun(`silent ${one.device_id} ${one.after}`, ALWAYS, silenceFact(one, home.now)),
    ),
    // A run that failed is over as well.
    ...run_triggers.flatMap((one) =>
      (one.end === 'over' ? ['over', 'failed'] : ['failed']).flatMap((end) =>
        begun(`run ${one.rule_id} ${end}`, ALWAYS, runFact(one, { outcome: 'failed' }, home.now)),
      ),
    ),
    ...(needsMoment ? [] : statuses).flatMap((one) =>
      begun(`${statusKey(one)} ${one.state}`, waysOfStatus(one), statusFact(one, undefined, home.now)),
    ),
  ]
}
