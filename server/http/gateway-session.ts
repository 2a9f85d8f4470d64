import { GATEWAY_SUBROLE, opensToGatewaySession } from '#gateway/lib/gateways/permissions.ts'
import type { User } from '#schemas/generated/entities/user.ts'
import { notAllowed, notFound, viewOnly } from '../lib/refusal.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import type { Operation } from './openapi.ts'

/** Whoever holds a gateway is not its owner: such a session calls what concerns this gateway, and nothing else (Z-01). */
export function confine(
  operation: Pick<Operation, 'id' | 'policy' | 'scope' | 'method' | 'path'>,
  sn: string | undefined,
  session: SessionRecord | undefined,
): void {
  const { policy } = operation
  if (session?.serialNumber === undefined || policy === 'public') return
  if (session.viewer !== undefined) {
    if (!isShown(operation)) throw viewOnly()
  } else if (!opensToGatewaySession(operation.scope)) throw notAllowed()
  if (sn !== undefined && sn !== session.serialNumber) throw notFound()
}

/** What says something of a gateway that its path names. */
const ABOUT_GATEWAYS: readonly string[] = ['gateway', 'owner', 'ownerOrAdmin']
/** What changes nothing of anybody's, and a page needs: its way to the channel, and what went wrong in it. */
const OF_THE_PAGE: readonly string[] = ['channelToken', 'reportClientError']

/** Whoever only looks on reads what there is about this gateway; what is not said here is closed to him (decision 0216). */
export const isShown = (
  operation: Pick<Operation, 'id' | 'policy' | 'scope' | 'method' | 'path'>,
): boolean => {
  const { id, policy, method, path } = operation
  if (OF_THE_PAGE.includes(id)) return true
  return (
    method === 'GET' &&
    (opensToGatewaySession(operation.scope) || (ABOUT_GATEWAYS.includes(policy) && path.includes('{sn}')))
  )
}

/** The gateway stands where its owner would: nothing of the owner is told but the language. */
export const gatewayAsUser = (
  { userId, serialNumber }: Readonly<Record<'userId' | 'serialNumber', string>>,
  preferredLanguage: User['preferredLanguage'],
  subrole = GATEWAY_SUBROLE,
): User => ({
  id: userId,
  username: serialNumber,
  groups: ['users', subrole],
  preferredLanguage,
  contact: [],
  devices: [serialNumber],
  parentsIds: [],
})
