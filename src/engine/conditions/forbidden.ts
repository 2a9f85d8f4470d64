import type { Action } from '#schemas/generated/definitions/action.ts'
import type { Situation } from './situation.ts'

/** Whether the sub-role keeps somebody from what an action carries out (spec 1 §6). */
export function isForbidden(action: Action, { forbidden }: Pick<Situation, 'forbidden'>): boolean {
  if (!forbidden) return false
  if ('operation' in action) return forbidden.operations.has(action.operation)
  if ('command' in action) return forbidden.commands.has(action.command)
  if (!('code' in action)) return false
  return (
    (action.needs ?? []).some((operation) => forbidden.operations.has(operation)) ||
    (action.commands ?? []).some((command) => forbidden.commands.has(command))
  )
}
