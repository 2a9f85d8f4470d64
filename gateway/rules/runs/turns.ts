import type { Rule, RunMode } from '#schemas/generated/entities/rule.ts'
import type { MissReason } from '#schemas/generated/entities/rule-miss.ts'

/** Runs of one rule that wait for their turn, or go on side by side; one more is missed. */
export const MOST_AT_ONCE = 10

/** What a rule does about being set off again where it does not say. */
export const runModeOf = ({ run_mode = 'restart' }: Pick<Rule, 'run_mode'>): RunMode => run_mode

/** What becomes of a run while `others` of the same rule still have something to do, itself not counted. */
export function turnOf(
  rule: Pick<Rule, 'run_mode'>,
  others: number,
): 'begins' | 'replaces' | 'waits' | MissReason['reason'] {
  if (others === 0) return 'begins'
  const mode = runModeOf(rule)
  if (mode === 'restart') return 'replaces'
  if (mode === 'single') return 'still_running'
  if (others >= MOST_AT_ONCE) return 'too_many_runs'
  return mode === 'queued' ? 'waits' : 'begins'
}
