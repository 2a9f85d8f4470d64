import { defineCommand } from '../../command.ts'
import type { RulesContext } from '../context.ts'

export const noteRuleTold = defineCommand('note_rule_told', (said, { automation }: RulesContext) => {
  automation.runner.reports.wasTold(said)
  return {}
})
