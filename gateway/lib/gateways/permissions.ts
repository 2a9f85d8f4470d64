import type { PermissionList } from '#schemas/generated/definitions/permissions.ts'

/** What somebody may not do: names of operations in schemas/api and of commands in schemas/channel. */
export interface Forbidden {
  operations: ReadonlySet<string>
  commands: ReadonlySet<string>
  /** Operations on somebody else's account. */
  others: ReadonlySet<string>
}

/** The second entry of a user's groups (spec 1 §6). */
export const subroleOf = (groups: readonly string[] | undefined): string | undefined => groups?.[1]

/** The sub-role of whoever signed in with the secret of a gateway (decision 0075). */
export const GATEWAY_SUBROLE = 'gateway'

/** What `x-scope` opens to such a session: as to programs, and what a page needs besides. */
const GATEWAY_SESSION_SCOPES: readonly string[] = ['gateway', 'gatewaySession']

export const opensToGatewaySession = (scope: string | undefined): boolean =>
  scope !== undefined && GATEWAY_SESSION_SCOPES.includes(scope)

/**
 * What the list names and the sub-role has no permission for. Without a sub-role nothing is forbidden; one that the list
 * does not know has none of its permissions.
 */
export function forbiddenTo(
  subrole: string | undefined,
  { permissions, subroles }: PermissionList,
): Forbidden {
  const granted =
    subrole === undefined
      ? Object.keys(permissions)
      : Object.hasOwn(subroles, subrole)
        ? (subroles[subrole] ?? [])
        : []
  const without = (part: keyof Forbidden): Set<string> => {
    const named = (names: readonly string[]): string[] =>
      names.flatMap((name) => permissions[name]?.[part] ?? [])
    const open = new Set(named(granted))
    return new Set(named(Object.keys(permissions)).filter((name) => !open.has(name)))
  }
  return { operations: without('operations'), commands: without('commands'), others: without('others') }
}
