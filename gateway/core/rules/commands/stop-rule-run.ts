import { defineCommand } from '../../command.ts'
import type { RulesContext } from '../context.ts'

export const stopRuleRun = defineCommand(
  'stop_rule_run',
  ({ rule_id, run_id }, { automation }: RulesContext, { userId }) => {
    automation.runner.stopRun(rule_id, run_id, userId)
    return {}
  },
)
