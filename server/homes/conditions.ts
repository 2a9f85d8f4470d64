import { codes } from '#gateway/core/errors.ts'
import type { Refusal } from '#gateway/core/runner.ts'
import { isLocked } from '#gateway/lib/lock-status.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'

/** Bit of the operation mode that restricts a gateway (decisions). */
const RESTRICTED = 2

const conditions: readonly (readonly [(gateway: Gateway) => boolean, Refusal])[] = [
  [({ replacementInProgress }) => replacementInProgress === true, busy('The gateway is being replaced')],
  [
    ({ firmwareUpgradeInProgress }) => firmwareUpgradeInProgress === true,
    busy('The firmware is being upgraded'),
  ],
  [({ backupRestoreInProgress }) => backupRestoreInProgress === true, busy('A backup is being restored')],
  [({ subscriptionLockMode }) => subscriptionLockMode > 0, locked('The subscription is locked')],
  [({ lockStatus }) => isLocked(lockStatus), locked('The gateway is locked by its PIN')],
  [({ privileged }) => privileged === true, { code: codes.refused, message: 'Privileged mode is active' }],
  [
    ({ connectionStatus }) => connectionStatus === 'offline',
    { code: codes.disabled, message: 'The gateway is offline' },
  ],
  [({ operationMode }) => (operationMode & RESTRICTED) !== 0, locked('The gateway is in restricted mode')],
]

/** Why a gateway takes no orders at present: the first condition in the order of the decisions (Z-08). */
export const refusalOf = (gateway: Gateway): Refusal | undefined =>
  conditions.find(([holds]) => holds(gateway))?.[1]

function busy(message: string): Refusal {
  return { code: codes.conflict, message }
}

function locked(message: string): Refusal {
  return { code: codes.readOnly, message }
}
