import { plainConditions } from '#gateway/lib/scenes/conditions.ts'
import type {
  ActionSet,
  PlainCondition,
  Rule,
  StepCondition,
  Until,
} from '#schemas/generated/entities/rule.ts'

/** The conditions themselves, and not one of their groups. */
export const TOP = ''

/** What a step asks about: in its pause, before it is done, or while it is repeated. */
export type StepPart = 'wait' | 'if' | 'while' | 'until'
export const PARTS: readonly StepPart[] = ['wait', 'if', 'while', 'until']

/** The place of what the step of that id asks about. */
export const askedIn = (part: StepPart, step: string): string => `${part}:${step}`

/** The step for which that place asks; undefined where it is asked before the scene runs. */
export function stepIn(group = ''): { part: StepPart; step: string } | undefined {
  const part = PARTS.find((one) => group.startsWith(`${one}:`))
  return part && { part, step: group.slice(part.length + 1) }
}

export const askedOf = (
  { until, only_if, repeat }: Pick<ActionSet, 'until' | 'only_if' | 'repeat'>,
  part: StepPart,
): Until | StepCondition | undefined => {
  if (part === 'wait') return until
  return part === 'if' ? only_if : repeat?.[part]
}

/** A condition that is not made of others, wherever it stands. */
export const conditionOf = (rule: Rule, id: string | undefined): PlainCondition | undefined =>
  plainConditions(rule).find((one) => one.id === id)
