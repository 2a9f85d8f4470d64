import { codes, type Refusal } from '#gateway/core/errors.ts'
import { type GatewayCondition, conditionOf as nameOf } from '#gateway/lib/gateways/gateway-condition.ts'
import { isRestricted } from '#gateway/lib/gateways/operation-mode.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { SERVER } from './asker.ts'

/** Why a gateway takes no orders: what the channel answers, and the code of the same refusal over HTTP. */
export interface Condition extends Refusal {
  errorCode: string
}

const BUSY = 'GATEWAY_BUSY'

const CONDITIONS: Readonly<Record<GatewayCondition, Condition>> = {
  replacing: busy('The gateway is being replaced'),
  upgrading: busy('The firmware is being upgraded'),
  restoring: busy('A backup is being restored'),
  subscriptionLocked: locked('The subscription is locked', 'SUBSCRIPTION_LOCKED'),
  pinLocked: locked('The gateway is locked by its PIN', 'PIN_LOCKED'),
  privileged: { code: codes.refused, message: 'Privileged mode is active', errorCode: 'PRIVILEGED' },
  offline: { code: codes.disabled, message: 'The gateway is offline', errorCode: 'GATEWAY_OFFLINE' },
}

/** It may be looked at, so it is no condition that leads away from its pages. */
const RESTRICTED = locked('The gateway is in restricted mode', 'RESTRICTED_MODE')

/** Why a gateway takes no orders from this user: the condition that its pages show (Z-08), or its mode. */
export function conditionOf(gateway: Gateway, userId: string): Condition | undefined {
  const name = nameOf(gateway, userId)
  if (name !== undefined) return CONDITIONS[name]
  return isRestricted(gateway.operationMode) ? RESTRICTED : undefined
}

/** The same, as the channel answers it. What the server does of itself, it has judged already: a restoration. */
export const refusalOf = (gateway: Gateway, userId: string): Refusal | undefined =>
  userId === SERVER ? undefined : told(conditionOf(gateway, userId))

/** Why its own rules do not act: it is being made anew. Whatever else keeps people from ordering does not stop the house. */
export function restOf(gateway: Gateway): Refusal | undefined {
  const condition = conditionOf(gateway, '')
  return condition?.errorCode === BUSY ? told(condition) : undefined
}

const told = (condition: Condition | undefined): Refusal | undefined =>
  condition && { code: condition.code, message: condition.message }

function busy(message: string): Condition {
  return { code: codes.conflict, message, errorCode: BUSY }
}

function locked(message: string, errorCode: string): Condition {
  return { code: codes.readOnly, message, errorCode }
}
