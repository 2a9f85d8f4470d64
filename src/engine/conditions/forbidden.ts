import type { ScreenHead } from '#lib/screen-head.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { Situation } from './situation.ts'

/** What the server answers whoever may not do something; said without asking it where that is known before. */
export const FORBIDDEN = 'NOT_ALLOWED'

/** Calls and commands that something is made of. */
export interface Needs {
  operations?: readonly string[] | undefined
  commands?: readonly string[] | undefined
}

/** What is made of one call, or of one command. */
export const needsOf = (one: { operation?: string | undefined; command?: string | undefined }): Needs => ({
  operations: one.operation === undefined ? [] : [one.operation],
  commands: one.command === undefined ? [] : [one.command],
})

type Now = Pick<Situation, 'forbidden' | 'screens'>

/** Whether the sub-role keeps somebody from one of these (spec 1 §6). */
export const isOutOfReach = ({ operations = [], commands = [] }: Needs, { forbidden }: Now): boolean =>
  forbidden !== undefined &&
  (operations.some((name) => forbidden.operations.has(name)) ||
    commands.some((name) => forbidden.commands.has(name)))

/** Whether the sub-role keeps somebody from what a whole screen is for, or there is no such screen now. */
export const isClosed = (screen: Pick<ScreenHead, 'id' | 'access'> | undefined, now: Now): boolean =>
  (screen !== undefined && now.screens?.has(screen.id) === false) ||
  isOutOfReach(screen?.access?.needs ?? {}, now)

/** Where an action is looked at: who looks, and what the screens are for that it may lead to. */
interface Place {
  situation: Now
  definitions: { screen(id: string): Pick<ScreenHead, 'id' | 'access'> | undefined }
}

/** Whether the sub-role keeps somebody from what an action carries out, or from the screen that it leads to. */
export function isForbidden(action: Action, { situation, definitions }: Place): boolean {
  if (!situation.forbidden) return false
  if ('goto' in action) return isClosed(definitions.screen(action.goto), situation)
  if ('operation' in action || 'command' in action) return isOutOfReach(needsOf(action), situation)
  return isOutOfReach({ operations: action.needs, commands: action.commands }, situation)
}
