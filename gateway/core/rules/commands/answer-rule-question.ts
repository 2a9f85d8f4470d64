import { defineCommand } from '../../command.ts'
import type { RulesContext } from '../context.ts'

export const answerRuleQuestion = defineCommand(
  'answer_rule_question',
  (given, { automation }: RulesContext) => automation.runner.reports.answer(given),
)
