import permissions from '#catalogue/permissions.json' with { type: 'json' }
import { type Forbidden, forbiddenTo, subroleOf } from '#gateway/lib/gateways/permissions.ts'
import { isClosed } from './auth/closed.ts'
import type { Account } from './store/people/accounts.ts'
import type { Store } from './store/store.ts'

/** Who may use what, against the store as it is now; HTTP and message channel ask here and nowhere else. */
export interface Rights {
  /** Has a role that may use anything at all. */
  hasRole(userId: string): Promise<boolean>
  isAdmin(userId: string): Promise<boolean>
  /** All of it: owners, verified linked accounts of the owner without limits, and administrators. */
  mayUseGateway(userId: string, serialNumber: string): Promise<boolean>
  /** Whether somebody may use all of a gateway, what its owner gives him of it, or nothing (decision 0190). */
  entryOf(userId: string, serialNumber: string): Promise<Entry>
  ownsGateway(userId: string, serialNumber: string): Promise<boolean>
  /** Whether an administrator may look at homes as others see them. */
  mayViewAs(userId: string): Promise<boolean>
  /**
   * Whether the sub-role allows an operation of schemas/api or a command of schemas/channel (spec 1 §6). What changes
   * something and stands in no permission is closed to every sub-role.
   */
  permits(userId: string, part: Part, name: string, changes: boolean): boolean | Promise<boolean>
}

export type Entry = 'all' | 'limited' | 'none'

type Part = keyof Forbidden

/** What some sub-role may not: for what only looks and isn't here nobody needs to be looked up. */
const LISTED = forbiddenTo('', permissions)

/** The roles that may use anything at all (spec 1 §6, 2 §1): exactly two; whoever has another one can sign in and see nothing. */
const KNOWN_ROLES: readonly string[] = ['admin', 'users']

/** The call that begins it (schemas/api/home.json). */
const VIEW_AS = 'viewAs'

/** What every sub-role may do, whatever it is called. */
const OPEN: Readonly<Record<Part, ReadonlySet<string>>> = {
  operations: new Set(permissions.everybody.operations),
  commands: new Set(permissions.everybody.commands),
  others: new Set(),
}

/** What neither a permission nor everybody's list knows is for people without a sub-role. */
function mayByGroups(groups: readonly string[], part: Part, name: string, listed: boolean): boolean {
  const subrole = subroleOf(groups)
  return subrole === undefined || (listed && !forbiddenTo(subrole, permissions)[part].has(name))
}

export const roleOf = ({ groups }: Pick<Account, 'groups'>): string => groups[0] ?? ''

/** Whether he may give others what they need: without anybody who may, nobody gets it any more. */
export const managesPeople = (groups: readonly string[]): boolean =>
  groups[0] === 'admin' && mayByGroups(groups, 'operations', 'setSubrole', true)

/** Whether the first may do something that the second may not: the role first, then the sub-role. */
export function outranks(groups: readonly string[], others: readonly string[]): boolean {
  const administers = [groups, others].map(([role]) => role === 'admin')
  if (administers[0] !== administers[1]) return administers[0] === true
  const [his, theirs] = [groups, others].map((one) => forbiddenTo(subroleOf(one), permissions))
  if (!his || !theirs) return true
  return (['operations', 'commands', 'others'] as const).some((part) =>
    [...theirs[part]].some((name) => !his[part].has(name)),
  )
}

export function createRights(store: Pick<Store, 'accounts' | 'memberships' | 'gateways'>): Rights {
  const role = async (userId: string): Promise<string> => {
    const account = await store.accounts.find(userId)
    // Whoever is shut out may nothing, whatever he still has in hand.
    return account && !isClosed(account) ? roleOf(account) : ''
  }
  const entryOf = async (userId: string, serialNumber: string): Promise<Entry> => {
    // Asked together: almost everybody is a member, and orders wait for this.
    const [own, member] = await Promise.all([role(userId), store.memberships.roleFor(userId, serialNumber)])
    if (own === 'admin') return (await store.gateways.find(serialNumber)) === undefined ? 'none' : 'all'
    if (!KNOWN_ROLES.includes(own) || member === undefined) return 'none'
    return member === 'limited' ? 'limited' : 'all'
  }
  const permits: Rights['permits'] = (userId, part, name, changes) => {
    const listed = LISTED[part].has(name)
    if (!listed && (!changes || OPEN[part].has(name))) return true
    return store.accounts
      .find(userId)
      .then((account) => (account ? mayByGroups(account.groups, part, name, listed) : false))
  }
  return {
    hasRole: async (userId) => KNOWN_ROLES.includes(await role(userId)),
    isAdmin: async (userId) => (await role(userId)) === 'admin',
    entryOf,
    mayUseGateway: async (userId, serialNumber) => (await entryOf(userId, serialNumber)) === 'all',
    ownsGateway: async (userId, serialNumber) =>
      KNOWN_ROLES.includes(await role(userId)) &&
      (await store.memberships.roleFor(userId, serialNumber)) === 'owner',
    mayViewAs: async (userId) =>
      (await role(userId)) === 'admin' && (await permits(userId, 'operations', VIEW_AS, true)),
    permits,
  }
}
