import type { Condition } from '#schemas/generated/definitions/condition.ts'
import type { Step, WizardScreen } from '#schemas/generated/definitions/screen.ts'
import { holds } from '../../conditions/holds.ts'
import type { Situation } from '../../conditions/situation.ts'
import type { Row } from '../../ports.ts'

/** The steps of the branch that was chosen. */
export const stepsOf = ({ steps }: WizardScreen, now: Situation, row: Row): readonly Step[] =>
  steps.filter(({ when }) => holds(when, now, { row }))

/** Whether a choice decides it. */
function isOfChoice(condition: Condition): boolean {
  if ('row' in condition) return true
  if ('not' in condition) return isOfChoice(condition.not)
  if ('all' in condition) return condition.all.some(isOfChoice)
  return 'any' in condition && condition.any.some(isOfChoice)
}

/** Whether it holds for one choice or another. */
function mayHold(condition: Condition | undefined, now: Situation): boolean {
  if (!condition) return true
  if (!isOfChoice(condition)) return holds(condition, now)
  if ('all' in condition) return condition.all.every((part) => mayHold(part, now))
  return 'any' in condition ? condition.any.some((part) => mayHold(part, now)) : true
}

/** What is listed: before the first choice every step that may come, afterwards those that do. Steps of a name are one. */
export function listedSteps(screen: WizardScreen, now: Situation, row: Row, at: number): readonly string[] {
  const steps = at === 0 ? screen.steps.filter(({ when }) => mayHold(when, now)) : stepsOf(screen, now, row)
  return [...new Set(steps.map(({ id }) => id))]
}
