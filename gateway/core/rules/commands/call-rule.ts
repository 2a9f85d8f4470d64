import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import type { RulesContext } from '../context.ts'

export const callRule = defineCommand(
  'call_rule',
  ({ rule_id, trigger_id }, { rules, automation }: RulesContext) => {
    const rule = rules.get(rule_id)
    if (!rule || rule.draft || !rule.call_triggers?.some(({ id }) => id === trigger_id))
      throw new CommandError(codes.unknown, 'There is no such call')
    return { fired: automation.runner.called(rule_id, trigger_id) }
  },
)
