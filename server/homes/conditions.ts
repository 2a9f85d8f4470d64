import { codes } from '#gateway/core/errors.ts'
import type { Refusal } from '#gateway/core/runner.ts'
import { isLocked } from '#gateway/lib/lock-status.ts'
import { isRestricted } from '#gateway/lib/operation-mode.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'

/** Why a gateway takes no orders: what the channel answers, and the code of the same refusal over HTTP. */
export interface Condition extends Refusal {
  errorCode: string
}

const BUSY = 'GATEWAY_BUSY'

type Holds = (gateway: Gateway, userId: string) => boolean

const conditions: readonly (readonly [Holds, Condition])[] = [
  [({ replacementInProgress }) => replacementInProgress === true, busy('The gateway is being replaced')],
  [
    ({ firmwareUpgradeInProgress }) => firmwareUpgradeInProgress === true,
    busy('The firmware is being upgraded'),
  ],
  [({ backupRestoreInProgress }) => backupRestoreInProgress === true, busy('A backup is being restored')],
  [
    ({ subscriptionLockMode }) => subscriptionLockMode > 0,
    locked('The subscription is locked', 'SUBSCRIPTION_LOCKED'),
  ],
  [({ lockStatus }) => isLocked(lockStatus), locked('The gateway is locked by its PIN', 'PIN_LOCKED')],
  [
    ({ privileged, privilegedBy }, userId) => privileged === true && privilegedBy !== userId,
    { code: codes.refused, message: 'Privileged mode is active', errorCode: 'PRIVILEGED' },
  ],
  [
    ({ connectionStatus }) => connectionStatus === 'offline',
    { code: codes.disabled, message: 'The gateway is offline', errorCode: 'GATEWAY_OFFLINE' },
  ],
  [
    ({ operationMode }) => isRestricted(operationMode),
    locked('The gateway is in restricted mode', 'RESTRICTED_MODE'),
  ],
]

/** Why a gateway takes no orders from this user: the first condition in the order of the decisions (Z-08). */
export const conditionOf = (gateway: Gateway, userId: string): Condition | undefined =>
  conditions.find(([holds]) => holds(gateway, userId))?.[1]

/** The same, as the channel answers it. */
export function refusalOf(gateway: Gateway, userId: string): Refusal | undefined {
  const condition = conditionOf(gateway, userId)
  return condition && { code: condition.code, message: condition.message }
}

/** Why its own rules do not act: it is being made anew. Whatever else keeps people from ordering does not stop the house. */
export function restOf(gateway: Gateway): Refusal | undefined {
  const [, condition] =
    conditions.find(([holds, { errorCode }]) => errorCode === BUSY && holds(gateway, '')) ?? []
  return condition && { code: condition.code, message: condition.message }
}

function busy(message: string): Condition {
  return { code: codes.conflict, message, errorCode: BUSY }
}

function locked(message: string, errorCode: string): Condition {
  return { code: codes.readOnly, message, errorCode }
}
