import {
  conditionOf,
  GATEWAY_CONDITIONS,
  type GatewayCondition,
  type GatewaySigns,
} from '#gateway/lib/gateways/gateway-condition.ts'
import { isRestricted } from '#gateway/lib/gateways/operation-mode.ts'
import type { IconName } from '#ui/Icon.tsx'

export type GatewayState = GatewayCondition | 'online'

/** Words are `status.gateway.<state>`. */
export const GATEWAY_STATES: readonly GatewayState[] = [...GATEWAY_CONDITIONS, 'online']

export const gatewayState = (gateway: GatewaySigns, userId?: string): GatewayState =>
  conditionOf(gateway, userId) ?? 'online'

type Say = (key: string, fallback?: string) => string

/** The state in a word or two: of one that is offline why, where that says more (`status.offlineCause`) than `offline`. */
export function gatewayWords(
  say: Say,
  gateway: GatewaySigns,
  state: GatewayState,
  offline = say('status.gateway.offline'),
): string {
  if (state !== 'offline') return say(`status.gateway.${state}`)
  return say(`status.offlineCause.${gateway.connectionCause}`, offline)
}

/** How each state looks wherever it is told. */
export const GATEWAY_LOOKS = {
  online: { tone: 'ok', icon: 'gateway' },
  replacing: { tone: 'automation', icon: 'swap' },
  upgrading: { tone: 'info', icon: 'download' },
  restoring: { tone: 'info', icon: 'archive' },
  subscriptionLocked: { tone: 'warn', icon: 'key' },
  pinLocked: { tone: 'danger', icon: 'lock' },
  privileged: { tone: 'warn', icon: 'user' },
  offline: { tone: 'off', icon: 'offline' },
} as const satisfies Readonly<Record<GatewayState, { tone: string; icon: IconName }>>

/** Why a way is closed although the menu shows it; texts are `shell.disabled.<hindrance>`. */
export type Hindrance = GatewayCondition | 'restricted' | 'none'

export function hindranceOf(gateway: GatewaySigns | undefined, userId?: string): Hindrance | undefined {
  if (!gateway) return 'none'
  return conditionOf(gateway, userId) ?? (isRestricted(gateway.operationMode ?? 0) ? 'restricted' : undefined)
}
