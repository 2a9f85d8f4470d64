import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { sunFact, timeFact } from '../conditions.ts'
import { WatchedConditions } from '../only-if/watched-conditions.ts'
import type { World } from '../world.ts'
import { nextMoment } from './moments.ts'
import { nextSunMoment, type Whereabouts } from './sun-moments.ts'

/** A moment at which the clock or the sun sets a rule off. */
export interface Coming {
  rule: Rule
  at: number
  trigger: TriggerFact
  /** Something else must hold then, and nobody knows yet whether it will. */
  perhaps: boolean
}

/** Everybody's week fits; a clock that is badly wrong makes no endless list. */
const MOST = 500

/** What the clock and the sun bring after `from`, up to `to`, soonest first: as the evaluator finds it. */
export function comingRuns(
  rules: readonly Rule[],
  where: Whereabouts,
  { from, to }: { from: number; to: number },
): readonly Coming[] {
  return rules
    .filter(({ active, draft }) => active && !draft)
    .flatMap((rule) => ofRule(rule, where, { from, to }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MOST)
}

function ofRule(rule: Rule, where: Whereabouts, range: { from: number; to: number }): Coming[] {
  const { rule_logic, event_triggers = [], statuses = [] } = rule
  const waits = rule_logic === 'AND' && event_triggers.length + statuses.length > 0
  const onlyIf = conditionsOf(rule, where)
  return [...momentsIn(rule, where, range)].flatMap(([at, trigger]) => {
    const holds = onlyIf.holds(at)
    return holds === false ? [] : [{ rule, at, trigger, perhaps: waits || holds === undefined }]
  })
}

/** When the clock and the sun set a rule off, whatever it asks about; two triggers of one moment are one run. */
export function momentsIn(
  { time_triggers = [], sun_triggers = [] }: Rule,
  where: Whereabouts,
  { from, to }: { from: number; to: number },
): ReadonlyMap<number, TriggerFact> {
  const moments = new Map<number, TriggerFact>()
  const follow = (next: (after: number) => number | undefined, fact: (at: number) => TriggerFact): void => {
    for (let at = next(from); at !== undefined && at <= to; at = next(at)) moments.set(at, fact(at))
  }
  for (const one of time_triggers)
    follow(
      (after) => nextMoment(one, where.zone, after),
      (at) => timeFact(one, at),
    )
  for (const one of sun_triggers)
    follow(
      (after) => nextSunMoment(one, where, after),
      (at) => sunFact(one, at),
    )
  return moments
}

const NOBODY_KNOWS: World = { value: () => undefined, status: () => undefined }

/** What a rule asks about, as far as calendar and clock can tell. */
export const conditionsOf = ({ only_if }: Rule, where: Whereabouts): WatchedConditions =>
  new WatchedConditions(only_if, { ...where, world: NOBODY_KNOWS, passed: 0, at: 0, resumes: false })
