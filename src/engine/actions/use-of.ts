import type { Action } from '#schemas/generated/definitions/action.ts'
import type { ActionUse } from '#schemas/generated/definitions/screen.ts'
import { isForbidden } from '../conditions/forbidden.ts'
import { holds } from '../conditions/holds.ts'
import type { Situation, Subject } from '../conditions/situation.ts'

export interface NamedAction {
  name: string
  action: Action
  /** Text of why it is switched off at present. */
  off?: string | undefined
  /** It says itself why, when it is pressed. */
  explains?: boolean | undefined
}

/** What leads out of a twin is not offered in it: nobody could be given leave. */
const leadsOut = (action: Action, now: Situation): boolean =>
  now.screens !== undefined &&
  isForbidden(action, { situation: now, definitions: { screen: (id) => ({ id }) } })

type Actions = Readonly<Record<string, Action>>

/** The actions that a place offers now: those it names, that exist, and whose conditions hold. */
export function usesOf(
  uses: readonly ActionUse[] | undefined,
  actions: Actions,
  now: Situation,
  subject?: Subject,
): NamedAction[] {
  return (uses ?? []).flatMap((use) => {
    const name = typeof use === 'string' ? use : use.action
    const action = actions[name]
    const when = typeof use === 'string' ? undefined : use.when
    if (!action || !holds(when, now, subject) || !holds(action.when, now, subject)) return []
    if (leadsOut(action, now)) return []
    const off =
      typeof use === 'string'
        ? undefined
        : use.off?.find((one) =>
            // One of several that it cannot be done with is enough.
            (subject?.rows ?? [subject?.row]).some((row) => holds(one.when, now, { ...subject, row })),
          )
    const explains = typeof use !== 'string' && use.explains
    return [{ name, action, ...(off && { off: `shell.disabled.${off.why}`, explains }) }]
  })
}
