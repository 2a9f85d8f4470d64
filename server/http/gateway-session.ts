import type { User } from '#schemas/generated/entities/user.ts'
import { notAllowed, notFound } from '../lib/refusal.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import type { Operation } from './openapi.ts'

/** What `x-scope` opens to whoever signed in with the secret of a gateway: as to programs, and what a page needs besides. */
export const GATEWAY_SESSION_SCOPES: readonly string[] = ['gateway', 'gatewaySession']

/** The sub-role that such a session has, in catalogue/permissions.json. */
const SUBROLE = 'gateway'

/** Whoever holds a gateway is not its owner: such a session calls what concerns this gateway, and nothing else (Z-01). */
export function confine(
  { policy, scope }: Pick<Operation, 'policy' | 'scope'>,
  sn: string | undefined,
  session: SessionRecord | undefined,
): void {
  if (session?.serialNumber === undefined || policy === 'public') return
  if (scope === undefined || !GATEWAY_SESSION_SCOPES.includes(scope)) throw notAllowed()
  if (sn !== undefined && sn !== session.serialNumber) throw notFound()
}

/** The gateway stands where its owner would: nothing of the owner is told but the language. */
export const gatewayAsUser = (
  { userId, serialNumber }: Readonly<Record<'userId' | 'serialNumber', string>>,
  preferredLanguage: User['preferredLanguage'],
): User => ({
  id: userId,
  username: serialNumber,
  groups: ['users', SUBROLE],
  preferredLanguage,
  contact: [],
  devices: [serialNumber],
  parentsIds: [],
})
