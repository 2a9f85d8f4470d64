import { isLocked } from '#gateway/lib/lock-status.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'

/** Words are `status.gateway.<state>`. */
export const GATEWAY_STATES = [
  'replacing',
  'upgrading',
  'restoring',
  'subscriptionLocked',
  'pinLocked',
  'privileged',
  'offline',
  'online',
] as const

export type GatewayState = (typeof GATEWAY_STATES)[number]

type Signs = Partial<Gateway>

/** Order of gateway conditions (decisions): the first that holds is the one that is told. */
const STATES: readonly [GatewayState, (gateway: Signs) => boolean | undefined][] = [
  ['replacing', (gateway) => gateway.replacementInProgress],
  ['upgrading', (gateway) => gateway.firmwareUpgradeInProgress],
  ['restoring', (gateway) => gateway.backupRestoreInProgress],
  ['subscriptionLocked', (gateway) => (gateway.subscriptionLockMode ?? 0) > 0],
  ['pinLocked', (gateway) => isLocked(gateway.lockStatus)],
  ['privileged', (gateway) => gateway.privileged],
  ['offline', (gateway) => gateway.connectionStatus === 'offline'],
]

export const gatewayState = (gateway: Signs): GatewayState =>
  STATES.find(([, holds]) => holds(gateway))?.[0] ?? 'online'
