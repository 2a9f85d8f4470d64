import permissions from '#catalogue/permissions.json'
import type { Situation } from '#engine/conditions/situation.ts'
import { forbiddenTo } from '#gateway/lib/gateways/permissions.ts'
import { SET_VALUE } from '#live/set-value.ts'

/** What the sub-role keeps somebody from; the server refuses the same. */
export function forbiddenOf(subrole: string): Situation['forbidden'] {
  const forbidden = forbiddenTo(subrole, permissions)
  return { ...forbidden, values: forbidden.commands.has(SET_VALUE) }
}
