import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import type { RulesContext } from '../context.ts'

export const playRule = defineCommand(
  'play_rule',
  async ({ rule_id }, { rules, automation }: RulesContext, { userId }) => {
    const rule = rules.get(rule_id)
    if (!rule) throw new CommandError(codes.unknown, 'There is no such rule')
    return { run_id: await automation.runner.play(rule, userId) }
  },
)
