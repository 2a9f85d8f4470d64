import type { ActionSet, OnAnswer, RuleQuestion } from '#schemas/generated/entities/rule.ts'
import type { RunStep } from '#schemas/generated/entities/rule-run.ts'

/** The question to whose answer a set belongs, among the sets before it; undefined where there is none such. */
export const questionOf = (
  { set_id }: Pick<OnAnswer, 'set_id'>,
  before: readonly ActionSet[],
): RuleQuestion | undefined => before.find(({ id }) => id === set_id)?.question

/** Whether a set belongs to what came of a question; undefined where it was not asked, or nobody has answered yet. */
export function isAnswered({ set_id, answer }: OnAnswer, steps: readonly RunStep[]): boolean | undefined {
  const asked = steps.findLast(({ question, scene_id }) => question !== undefined && scene_id === set_id)
  if (!asked || asked.outcome === 'running') return undefined
  return asked.answer === answer
}
