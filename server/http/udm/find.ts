import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { notFound, notYourDevice } from '../../lib/refusal.ts'
import type { Parts } from '../parts.ts'

/** The gateway of a path, whose policy has let the caller through. */
export async function findGateway({ store }: Pick<Parts, 'store'>, serialNumber: string): Promise<Gateway> {
  const gateway = await store.gateways.find(serialNumber)
  if (!gateway) throw notFound()
  return gateway
}

type Rights = Pick<Parts, 'rights'>

/** For gateways that stand in a body: like the policy `owner`. */
export async function assertOwner({ rights }: Rights, userId: string, serialNumber: string): Promise<void> {
  // Z-02: what one may not use answers like what does not exist.
  if (!(await rights.mayUseGateway(userId, serialNumber))) throw notFound()
  if (!(await rights.ownsGateway(userId, serialNumber))) throw notYourDevice()
}

/** Like the policy `ownerOrAdmin`. */
export async function assertOwnerOrAdmin(parts: Rights, userId: string, serialNumber: string): Promise<void> {
  if (!(await parts.rights.mayUseGateway(userId, serialNumber))) throw notFound()
  if (!(await parts.rights.isAdmin(userId))) await assertOwner(parts, userId, serialNumber)
}
