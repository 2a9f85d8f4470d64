import type { Situation } from '#engine/conditions/situation.ts'
import { forbiddenTo, GATEWAY_SUBROLE } from '#gateway/lib/gateways/permissions.ts'
import { type Part, partOf } from '#lib/part.ts'
import { SET_VALUE } from '#live/set-value.ts'
import type { PermissionList } from '#schemas/generated/definitions/permissions.ts'
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'

/** What a sub-role is judged by. */
interface Rules {
  permissions: PermissionList
  /** Closed to whoever signed in with the secret of a gateway, whatever is permitted (decision 0075). */
  gateway: { operations: readonly string[]; commands: readonly string[] }
}

/** Without a sub-role nobody needs them, so they come for those alone who have one, before anything is drawn for them. */
export const subroleRules: Part<Rules> = partOf(async () => {
  const [permissions, { closedOperations, closedCommands }, { askOpenOnly }] = await Promise.all([
    import('#catalogue/permissions.json'),
    import('#schemas/generated/gateway-session.ts'),
    import('./open-calls.ts'),
  ])
  const gateway = { operations: closedOperations, commands: closedCommands }
  askOpenOnly(gateway)
  return { permissions: permissions.default, gateway }
})

const NONE = { operations: [], commands: [] }
const UNKNOWN: Rules = {
  permissions: { everybody: NONE, permissions: {}, subroles: {} },
  gateway: NONE,
}

/** What the sub-role keeps somebody from, or the owner of the home has not shared; the server refuses the same. */
export function forbiddenOf(
  subrole: string | undefined,
  reach?: HomeReach,
): NonNullable<Situation['forbidden']> {
  const { permissions, gateway } = subroleRules.current() ?? UNKNOWN
  const { operations, commands } = forbiddenTo(subrole, permissions)
  const besides = [
    ...(reach ? [reach.closed ?? NONE] : []),
    ...(subrole === GATEWAY_SUBROLE ? [gateway] : []),
  ]
  return {
    operations: new Set([...operations, ...besides.flatMap((more) => more.operations)]),
    commands: new Set([...commands, ...besides.flatMap((more) => more.commands)]),
    values: commands.has(SET_VALUE) || reach?.open === false,
  }
}
