import type { Action, Outcome } from '#schemas/generated/definitions/action.ts'
import type { ActionResult } from '../ports.ts'

/** The outcome that an action names for its result: by error code, by HTTP status, else `other` for what failed. */
export function outcomeOf(action: Action, result: ActionResult): Outcome | undefined {
  const outcomes = 'outcomes' in action ? action.outcomes : undefined
  if (!outcomes) return undefined
  const status = result.status === undefined ? undefined : String(result.status)
  // Commands answer a code, which is 0 when all is well.
  if (result.ok) return outcomes[status ?? '0']
  return outcomes[result.code] ?? (status === undefined ? undefined : outcomes[status]) ?? outcomes.other
}
