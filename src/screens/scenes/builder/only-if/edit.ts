import type {
  ActionSet,
  Condition,
  ConditionGroup,
  ConditionLogic,
  OnlyIf,
  PlainCondition,
  Repetition,
  Rule,
  StepCondition,
  Until,
} from '#schemas/generated/entities/rule.ts'
import { askedOf, PARTS, type StepPart, stepIn, TOP } from './place-asked.ts'

/** What can be done to the conditions of a rule: every function gives a new rule. Where none is left, nothing is asked. */

const askedAt = ({ scenes = [] }: Rule, { part, step }: { part: StepPart; step: string }) => {
  const set = scenes.find(({ id }) => id === step)
  return set && askedOf(set, part)
}

/** How a step is repeated by which somebody says until when, and nothing else. */
export const REPEATED: Repetition = { times: 10, pause: 10_000 }

/** The rule with another thing that a step asks about; where that is nothing, nothing is asked. */
function withAskedAt(
  rule: Rule,
  { part, step }: { part: StepPart; step: string },
  asked: Until | StepCondition,
): Rule {
  const some = asked.conditions.length > 0
  const changed = (set: ActionSet): ActionSet => {
    if (part === 'wait') {
      const { until: _before, ...plain } = set
      return some ? { ...plain, until: asked } : plain
    }
    if (part === 'if') {
      const { only_if: _before, ...plain } = set
      return some ? { ...plain, only_if: asked } : plain
    }
    const { while: _while, until: _until, ...repeat } = set.repeat ?? REPEATED
    return { ...set, repeat: some ? { ...repeat, [part]: asked } : repeat }
  }
  return {
    ...rule,
    ...(rule.scenes && { scenes: rule.scenes.map((set) => (set.id === step ? changed(set) : set)) }),
  }
}

const NOTHING: StepCondition = { logic: 'ALL', conditions: [] }

/** What follows where it has not come in time: the scene goes on, or ends. */
export function withLate(rule: Rule, pause: string, stops: boolean): Rule {
  const at = { part: 'wait', step: pause } as const
  const { logic, conditions } = askedAt(rule, at) ?? NOTHING
  return withAskedAt(rule, at, { logic, conditions, ...(stops && { late: 'stop' }) })
}

const conditionsOf = ({ only_if }: Rule): readonly Condition[] => only_if?.conditions ?? []

const isGroup = (one: Condition): one is ConditionGroup => one.kind === 'group'

export const groupOf = (rule: Rule, id: string): ConditionGroup | undefined =>
  conditionsOf(rule)
    .filter(isGroup)
    .find((group) => group.id === id)

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
  const at = stepIn(group)
  if (at) {
    const asked = askedAt(rule, at) ?? NOTHING
    return withAskedAt(rule, at, { ...asked, conditions: put(asked.conditions, condition) })
  }
  const all = conditionsOf(rule)
  if (group === TOP) return withConditions(rule, put<Condition>(all, condition))
  const { logic, conditions } = groupOf(rule, group) ?? { logic: 'ANY', conditions: [] }
  const next: Condition = { kind: 'group', id: group, logic, conditions: put(conditions, condition) }
  return withConditions(rule, put(all, next))
}

/** Takes a condition out, or a group with all of its own. */
export function removeCondition(rule: Rule, id: string): Rule {
  for (const set of rule.scenes ?? [])
    for (const part of PARTS) {
      const asked = askedOf(set, part)
      if (!asked?.conditions.some((one) => one.id === id)) continue
      const conditions = asked.conditions.filter((one) => one.id !== id)
      return withAskedAt(rule, { part, step: set.id }, { ...asked, conditions })
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
  const at = stepIn(group)
  const asked = at && askedAt(rule, at)
  if (at && asked) return withAskedAt(rule, at, { ...asked, logic })
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
