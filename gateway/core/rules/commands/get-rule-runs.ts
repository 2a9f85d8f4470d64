import { defineCommand } from '../../command.ts'
import type { RulesContext } from '../context.ts'

const usual = 20

export const getRuleRuns = defineCommand(
  'get_rule_runs',
  ({ rule_id, limit = usual, from, to }, { automation: { runs, tallies } }: RulesContext) => ({
    runs: runs.runs(rule_id, limit, { from, to }),
    misses: runs.misses(rule_id, limit, { from, to }),
    ...(rule_id !== undefined && { statistics: tallies.of(rule_id) }),
  }),
)
