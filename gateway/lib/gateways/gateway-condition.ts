import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { isLocked } from './lock-status.ts'

/** Signs of a gateway; of a row of a list only some are known. */
export type GatewaySigns = Partial<Gateway>

type Holds = (gateway: GatewaySigns, userId: string | undefined) => boolean

/** spec 1 §4: statuses of an installation that count as an upgrade in progress. */
const UPGRADING: ReadonlySet<string> = new Set([
  'accepted',
  'delivering',
  'delivered',
  'downloading',
  'installing',
])

export const isUpgradeStatus = (status: string): boolean => UPGRADING.has(status)

/** What the gateway says itself; else the last step of its installation tells. */
function upgrading({
  firmwareUpgradeInProgress,
  installationSoftwareId,
  installations,
}: GatewaySigns): boolean {
  if (firmwareUpgradeInProgress !== undefined) return firmwareUpgradeInProgress
  const current = installations?.find(({ softwareId }) => softwareId === installationSoftwareId)
  return isUpgradeStatus(current?.history.at(-1)?.status ?? '')
}

/** Whoever works alone on a gateway is not kept out of it. */
const privileged: Holds = (gateway, userId) =>
  gateway.privileged === true && (userId === undefined || gateway.privilegedBy !== userId)

/** In the order of decision 0004: the first that holds is the one that counts. */
const CONDITIONS = [
  ['replacing', ({ replacementInProgress }) => replacementInProgress === true],
  ['upgrading', upgrading],
  ['restoring', ({ backupRestoreInProgress }) => backupRestoreInProgress === true],
  ['subscriptionLocked', ({ subscriptionLockMode }) => (subscriptionLockMode ?? 0) > 0],
  ['pinLocked', ({ lockStatus }) => isLocked(lockStatus)],
  ['privileged', privileged],
  ['offline', ({ connectionStatus }) => connectionStatus === 'offline'],
] as const satisfies readonly (readonly [string, Holds])[]

export type GatewayCondition = (typeof CONDITIONS)[number][0]

export const GATEWAY_CONDITIONS: readonly GatewayCondition[] = CONDITIONS.map(([name]) => name)

/** Why a gateway cannot be worked with now, for this user; undefined when it can. */
export const conditionOf = (gateway: GatewaySigns, userId?: string): GatewayCondition | undefined =>
  CONDITIONS.find(([, holds]) => holds(gateway, userId))?.[0]
