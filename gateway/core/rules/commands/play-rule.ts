import { play_rule as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'

export const playRule = defineCommand({
  name: 'play_rule',
  accepts,
  changes: true,
  async run({ rule_id }, { rules, automation }, { userId }) {
    const rule = rules.get(rule_id)
    if (!rule) throw new CommandError(codes.unknown, 'There is no such rule')
    return { run_id: await automation.runner.play(rule, userId) }
  },
})
