import type { ActionContext } from '#engine/actions/code-action.ts'
import type { Source } from '#engine/doors.ts'

/** Everything about gateways is open only to somebody who is signed in. */
export function sourceOf({ doors }: ActionContext): Source {
  if (!doors) throw new Error('A gateway needs a session')
  return doors.source
}
