import { get_rule_runs as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

const usual = 20

export const getRuleRuns = defineCommand({
  name: 'get_rule_runs',
  accepts,
  changes: false,
  run: ({ rule_id, limit = usual }, { automation: { runs } }) => ({
    runs: runs.runs(rule_id, limit),
    misses: runs.misses(rule_id, limit),
  }),
})
