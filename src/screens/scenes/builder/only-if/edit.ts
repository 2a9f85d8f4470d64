import { plainConditions } from '#gateway/lib/scenes/conditions.ts'
import type {
  Condition,
  ConditionGroup,
  ConditionLogic,
  OnlyIf,
  PlainCondition,
  Rule,
  Until,
} from '#schemas/generated/entities/rule.ts'

/** What can be done to the conditions of a rule: every function gives a new rule. Where none is left, nothing is asked. */

/** The conditions themselves, and not one of their groups. */
export const TOP = ''

/** The place of what the pause of that id waits for. */
export const awaitedIn = (pause: string): string => `${AWAITED}${pause}`
const AWAITED = 'wait:'

/** The pause for which that place asks; undefined where it is asked before the scene runs. */
export const pauseIn = (group: string | undefined): string | undefined =>
  group?.startsWith(AWAITED) ? group.slice(AWAITED.length) : undefined

const untilOf = ({ scenes = [] }: Rule, pause: string): Until | undefined =>
  scenes.find(({ id }) => id === pause)?.until

/** The rule with another thing that a pause waits for; a pause that waits for nothing is a plain one. */
const withUntil = (rule: Rule, pause: string, until: Until | undefined): Rule => ({
  ...rule,
  ...(rule.scenes && {
    scenes: rule.scenes.map((set) => {
      if (set.id !== pause) return set
      const { until: _before, ...plain } = set
      return until && until.conditions.length > 0 ? { ...plain, until } : plain
    }),
  }),
})

/** What follows where it has not come in time: the scene goes on, or ends. */
export function withLate(rule: Rule, pause: string, stops: boolean): Rule {
  const { late: _before, ...until } = untilOf(rule, pause) ?? { logic: 'ALL', conditions: [] }
  return withUntil(rule, pause, { ...until, ...(stops && { late: 'stop' }) })
}

const conditionsOf = ({ only_if }: Rule): readonly Condition[] => only_if?.conditions ?? []

const isGroup = (one: Condition): one is ConditionGroup => one.kind === 'group'

export const groupOf = (rule: Rule, id: string): ConditionGroup | undefined =>
  conditionsOf(rule)
    .filter(isGroup)
    .find((group) => group.id === id)

/** A condition that is not made of others, wherever it stands. */
export const conditionOf = (rule: Rule, id: string | undefined): PlainCondition | undefined =>
  plainConditions(rule).find((one) => one.id === id)

function put<T extends { id: string }>(all: readonly T[], one: T): T[] {
  return all.some(({ id }) => id === one.id)
    ? all.map((other) => (other.id === one.id ? one : other))
    : [...all, one]
}

const withConditions = (rule: Rule, conditions: readonly Condition[]): Rule => {
  const { only_if, ...rest } = rule
  const left = conditions.filter((one) => !isGroup(one) || one.conditions.length > 0)
  if (left.length === 0) return rest
  return { ...rest, only_if: { logic: only_if?.logic ?? 'ALL', conditions: left } }
}

/** Puts a condition in its place, or at the end of the group of that id; one that is not there yet begins with it. */
export function putCondition(rule: Rule, group: string, condition: PlainCondition): Rule {
  const pause = pauseIn(group)
  if (pause !== undefined) {
    const until = untilOf(rule, pause) ?? { logic: 'ALL', conditions: [] }
    return withUntil(rule, pause, { ...until, conditions: put(until.conditions, condition) })
  }
  const all = conditionsOf(rule)
  if (group === TOP) return withConditions(rule, put<Condition>(all, condition))
  const { logic, conditions } = groupOf(rule, group) ?? { logic: 'ANY', conditions: [] }
  const next: Condition = { kind: 'group', id: group, logic, conditions: put(conditions, condition) }
  return withConditions(rule, put(all, next))
}

/** Takes a condition out, or a group with all of its own. */
export function removeCondition(rule: Rule, id: string): Rule {
  const pause = rule.scenes?.find(({ until }) => until?.conditions.some((one) => one.id === id))
  if (pause?.until) {
    const conditions = pause.until.conditions.filter((one) => one.id !== id)
    return withUntil(rule, pause.id, { ...pause.until, conditions })
  }
  return withConditions(
    rule,
    conditionsOf(rule)
      .filter((one) => one.id !== id)
      .map((one) =>
        isGroup(one) ? { ...one, conditions: one.conditions.filter((inner) => inner.id !== id) } : one,
      ),
  )
}

/** How the conditions of a group, or all of them, go together. */
export function withLogic(rule: Rule, group: string, logic: ConditionLogic): Rule {
  const pause = pauseIn(group)
  const until = pause === undefined ? undefined : untilOf(rule, pause)
  if (pause !== undefined && until) return withUntil(rule, pause, { ...until, logic })
  if (!rule.only_if) return rule
  const only_if: OnlyIf =
    group === TOP
      ? { ...rule.only_if, logic }
      : {
          ...rule.only_if,
          conditions: rule.only_if.conditions.map((one) =>
            isGroup(one) && one.id === group ? { ...one, logic } : one,
          ),
        }
  return { ...rule, only_if }
}
