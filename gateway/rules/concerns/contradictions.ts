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
  apartFromTime,
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

/** A rule that something has set off, and what it has set so long after that. */
interface Party {
  rule: Rule
  after: number
  left: readonly Left[]
  /** What must be so besides. */
  ways: Ways
  at?: number
  trigger?: TriggerFact
}

/**
 * Rules that set the same to different values at the same time: whenever the same thing happens, or at a moment that the
 * clock or the sun brings within a week; unless what they ask about keeps them apart. `of`: only what this rule sets is
 * looked at.
 */
export function contradictionsOf(
  rules: readonly Rule[],
  home: Surroundings,
  of?: string,
): ReadonlyMap<string, readonly Contradiction[]> {
  const live = rules.filter(({ active, draft }) => active && !draft)
  const leaves = lookedAt(live, home.leaves)
  const looking = { home, leaves, done: new Map() }
  const all = live.map((rule) => ({ rule, left: leftBy(rule, looking) }))
  const contested = contestedIn(all, of)
  const happenings: Meeting<string>[] = []
  const moments: Meeting<number>[] = []
  for (const { rule, left } of all) {
    // Moments are worked out only for what is set to more than one value.
    const sets = [...left].flatMap(([after, then]): Sets[] => {
      const those = [...then.values()].filter(({ key }) => contested.has(key))
      return those.length > 0 ? [{ after, left: those }] : []
    })
    if (sets.length === 0) continue
    happenings.push(...byHappening(rule, sets, home))
    moments.push(...byClock(rule, sets, home))
  }
  const found = new Map<string, Found>()
  // What happens is told rather than a time.
  for (const parties of gathered(happenings).values()) tell(pairsOf(parties), parties, { home, found })
  // The same rules mostly meet each day: what has been told of them by then is not looked at again.
  const open = new Map<string, readonly Pair[]>()
  for (const [, parties] of [...gathered(moments)].toSorted(([one], [other]) => one - other)) {
    const who = parties.map(({ rule, after }) => `${rule.id} ${after}`).join()
    open.set(who, tell(open.get(who) ?? pairsOf(parties), parties, { home, found }))
  }
  return new Map([...found].map(([id, those]) => [id, [...those.values()]]))
}

/** What is set to more than one value, of all of them or of what one rule sets. */
function contestedIn(
  all: readonly { rule: Rule; left: ReturnType<typeof leftBy> }[],
  of: string | undefined,
): ReadonlySet<string> {
  const first = new Map<string, string>()
  const contested = new Set<string>()
  for (const { left } of all)
    for (const then of left.values())
      for (const [key, { means }] of then) {
        const known = first.get(key)
        if (known === undefined) first.set(key, means)
        else if (known !== means) contested.add(key)
      }
  const one = all.find(({ rule }) => rule.id === of)
  if (!one) return of === undefined ? contested : new Set()
  return new Set(
    [...one.left.values()].flatMap((then) => [...then.keys()].filter((key) => contested.has(key))),
  )
}

/** When or by what a rule is set off, with how long ago that is; who is there at the same has met. */
type Meeting<Key> = [key: Key, party: Party]

const gathered = <Key>(meetings: readonly Meeting<Key>[]): ReadonlyMap<Key, readonly Party[]> => {
  const all = new Map<Key, Party[]>()
  for (const [key, party] of meetings) {
    const there = all.get(key)
    if (there) there.push(party)
    else all.set(key, [party])
  }
  return all
}

/** Two of those who meet, by their places among them, and what each of them sets otherwise. */
interface Pair {
  one: number
  other: number
  sets: [one: Left, other: Left][]
}

/** So many pairs that set the same at a time are looked at: of a hundred all, of more the first with all others. */
const LOOKED_AT = 5000

function pairsOf(parties: readonly Party[]): readonly Pair[] {
  const byKey = new Map<string, { place: number; left: Left }[]>()
  for (const [place, { left }] of parties.entries())
    for (const one of left) {
      const there = byKey.get(one.key)
      if (there) there.push({ place, left: one })
      else byKey.set(one.key, [{ place, left: one }])
    }
  const pairs = new Map<number, Pair>()
  for (const all of byKey.values()) {
    let looked = 0
    for (const [n, { place: one, left }] of all.entries()) {
      if (looked >= LOOKED_AT) break
      for (const { place: other, left: otherLeft } of all.slice(n + 1)) {
        looked += 1
        if (left.means === otherLeft.means) continue
        const key = one * parties.length + other
        const pair = pairs.get(key) ?? { one, other, sets: [] }
        if (pair.sets.length === 0) pairs.set(key, pair)
        if (isMore(pair, left, otherLeft)) pair.sets.push([left, otherLeft])
      }
    }
  }
  return [...pairs.values()]
}

/** Of all that a target finds one is told. */
const aboutOf = ({ key, target }: Left): string => (target === undefined ? key : `target ${target}`)

const isSame = (one: Left, other: Left): boolean =>
  one.target === undefined ? one.key === other.key && other.target === undefined : one.target === other.target

const isMore = ({ sets }: Pair, left: Left, otherLeft: Left): boolean =>
  sets.length < MOST && !sets.some(([one, other]) => isSame(one, left) && isSame(other, otherLeft))

/** Of one rule, by the other and what both set. */
type Found = Map<string, Contradiction>

interface Telling {
  home: Surroundings
  found: Map<string, Found>
}

/** Tells of those that may both run; what remains are the pairs that may meet another time. */
function tell(pairs: readonly Pair[], parties: readonly Party[], { home, found }: Telling): readonly Pair[] {
  return pairs.filter((pair) => {
    const [one, other] = [parties[pair.one], parties[pair.other]]
    if (!one || !other) return false
    const news = pair.sets.filter(
      ([left, otherLeft]) => isNews(found, one, left, other) || isNews(found, other, otherLeft, one),
    )
    if (news.length === 0) return false
    const both = allOf([one.ways, other.ways])
    if (!mayMeet(both, one, other, home)) return mayHold(apartFromTime(both), home, () => []) !== false
    for (const [left, otherLeft] of news) {
      put(found, [one, left], [other, otherLeft])
      put(found, [other, otherLeft], [one, left])
    }
    return false
  })
}

const nameOf = (left: Left, { rule }: Party): string => `${rule.id} ${aboutOf(left)}`

function isNews(found: Telling['found'], { rule }: Party, left: Left, other: Party): boolean {
  const known = found.get(rule.id)
  return !known || (known.size < MOST && !known.has(nameOf(left, other)))
}

function put(found: Telling['found'], [one, left]: [Party, Left], [other, otherLeft]: [Party, Left]): void {
  if (!isNews(found, one, left, other)) return
  const known = found.get(one.rule.id) ?? new Map<string, Contradiction>()
  found.set(one.rule.id, known)
  const { after, at, trigger } = one
  const { what, value, group } = left
  known.set(nameOf(left, other), {
    rule_id: other.rule.id,
    rule_name: other.rule.name,
    ...what,
    value,
    other_value: otherLeft.value,
    ...(group !== undefined && { group, other_status_name: otherLeft.what.status_name ?? '' }),
    ...(at === undefined ? { trigger, after } : { at: at + after }),
  })
}

/** Whether both can run. Of two that begin at different moments each meets what it asks about in its own (`byClock`). */
function mayMeet(both: Ways, one: Party, other: Party, home: Surroundings): boolean {
  const { at } = one
  if (at === undefined) return mayHold(both, home, () => momentsFor(both, home)) === true
  return at !== other.at || mayHold(both, home, () => [at]) === true
}

/** What a rule sets, by how long after its begin. */
type Sets = Pick<Party, 'after' | 'left'>

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

function byClock(rule: Rule, sets: readonly Sets[], home: Surroundings): Meeting<number>[] {
  const moments = [...momentsIn(rule, home, { from: home.now, to: home.now + AHEAD }).keys()].toSorted(
    (a, b) => a - b,
  )
  const ways = besides(rule, home)
  return moments.flatMap((at, n) => {
    if (mayHold(ways, home, () => [at]) !== true) return []
    // A run that begins meanwhile takes the place of this one.
    const next = moments[n + 1] ?? Infinity
    return sets
      .filter(({ after }) => at + after < next)
      .map((one): Meeting<number> => [at + one.after, { ...one, rule, ways, at }])
  })
}

/** Whatever happens in a home may set off two rules that wait for the same. */
function byHappening(rule: Rule, sets: readonly Sets[], home: Surroundings): Meeting<string>[] {
  const { rule_logic, event_triggers = [], statuses = [], silence_triggers = [], run_triggers = [] } = rule
  const needsMoment =
    rule_logic === 'AND' && (waitsForMoments(rule) || event_triggers.some((one) => isEvent(one, home)))
  const more = besides(rule, home)
  const begun = (what: string, own: Ways, trigger: TriggerFact): Meeting<string>[] => {
    const ways = allOf([own, more])
    return sets.map((one) => [`${what} ${one.after}`, { ...one, rule, ways, trigger }])
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
