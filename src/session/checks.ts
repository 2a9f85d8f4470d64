import { http } from '#data/http.ts'
import type { Events } from '#schemas/generated/channel.ts'

/** What comes of a check is told as the event that would have told it. */
export type Emit = <N extends keyof Events>(event: N, data: Events[N]) => void

interface Checking {
  serialNumber: string
  /** Whether the deployment lets gateways be replaced. */
  replaces: boolean
  emit: Emit
}

/** Nobody asked for it by hand; live events and the next start tell the same. */
const quietly = async <T>(answer: Promise<{ data: T }>): Promise<T | undefined> =>
  (await answer.catch(() => undefined))?.data

async function checkPrivilege({ serialNumber, emit }: Checking): Promise<void> {
  const found = await quietly(http.call('checkUserPrivilegeMode', { sn: serialNumber }))
  if (found?.privileged && !found.byMe) emit('privilege_changed', { serialNumber, privileged: true })
}

async function checkLock({ serialNumber, emit }: Checking): Promise<void> {
  const found = await quietly(http.call('checkPinLock', { sn: serialNumber }))
  if (!found?.locked) return
  const { lockStatus, duration } = found
  emit('lock_changed', { serialNumber, lockStatus, ...(duration !== undefined && { duration }) })
}

async function pingReplacement({ serialNumber, emit }: Checking): Promise<void> {
  const found = await quietly(http.call('getReplacementStatus', { sn: serialNumber }))
  if (found?.inProgress) emit('replacement_created', { serialNumber, with: found.with ?? serialNumber })
}

/** spec 1 §4, start-up: with a gateway set, who works on it, whether it is locked, whether it is being replaced. */
export async function checkGateway(checking: Checking): Promise<void> {
  await Promise.all([
    checkPrivilege(checking),
    checkLock(checking),
    ...(checking.replaces ? [pingReplacement(checking)] : []),
  ])
}
