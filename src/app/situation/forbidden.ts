import type { Situation } from '#engine/conditions/situation.ts'
import { forbiddenTo } from '#gateway/lib/gateways/permissions.ts'
import { type Part, partOf } from '#lib/part.ts'
import { SET_VALUE } from '#live/set-value.ts'
import type { PermissionList } from '#schemas/generated/definitions/permissions.ts'
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'

/** Without a sub-role nobody needs it, so it comes for those alone who have one, before anything is drawn for them. */
export const permissionList: Part<PermissionList> = partOf(
  async () => (await import('#catalogue/permissions.json')).default,
)

const NONE: PermissionList = { everybody: { commands: [], operations: [] }, permissions: {}, subroles: {} }

/** What the sub-role keeps somebody from, or the owner of the home has not shared; the server refuses the same. */
export function forbiddenOf(subrole: string | undefined, reach?: HomeReach): Situation['forbidden'] {
  const { operations, commands } = forbiddenTo(subrole, permissionList.current() ?? NONE)
  const closed = reach?.closed
  const all = {
    operations: closed ? new Set([...operations, ...closed.operations]) : operations,
    commands: closed ? new Set([...commands, ...closed.commands]) : commands,
  }
  return { ...all, values: commands.has(SET_VALUE) || reach?.open === false }
}
