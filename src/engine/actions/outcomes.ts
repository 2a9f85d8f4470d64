import type { Action, Outcome } from '#schemas/generated/definitions/action.ts'
import type { ActionResult } from '../doors.ts'

/** The outcome that an action names for its result: by error code, by HTTP status, else `other` for what failed. */
export function outcomeOf(action: Action, result: ActionResult): Outcome | undefined {
  const outcomes = 'outcomes' in action ? action.outcomes : undefined
  if (!outcomes) return undefined
  const status = result.status === undefined ? undefined : String(result.status)
  if (result.ok) return status === undefined ? undefined : outcomes[status]
  return outcomes[result.code] ?? (status === undefined ? undefined : outcomes[status]) ?? outcomes.other
}
