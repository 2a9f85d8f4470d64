import {
  conditionOf,
  GATEWAY_CONDITIONS,
  type GatewayCondition,
  type GatewaySigns,
} from '#gateway/lib/gateway-condition.ts'

export type GatewayState = GatewayCondition | 'online'

/** Words are `status.gateway.<state>`. */
export const GATEWAY_STATES: readonly GatewayState[] = [...GATEWAY_CONDITIONS, 'online']

export const gatewayState = (gateway: GatewaySigns): GatewayState => conditionOf(gateway) ?? 'online'
