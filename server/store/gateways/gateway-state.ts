import { sql } from 'kysely'
import { GATEWAY_CONDITIONS, type GatewayCondition } from '#gateway/lib/gateways/gateway-condition.ts'

/** What a gateway is shown as: the first condition that holds, online without any. */
export type ShownState = GatewayCondition | 'online'

/** The place of a state among all of them, the gravest first. */
const rankOf = (state: ShownState): number =>
  state === 'online' ? GATEWAY_CONDITIONS.length : GATEWAY_CONDITIONS.indexOf(state)

export const SHOWN_STATES: readonly ShownState[] = [...GATEWAY_CONDITIONS, 'online']

/** Several at once: what is under way, and what keeps people out. Together with the states that stand alone, each gateway is in one of them. */
const GROUPS = {
  working: ['replacing', 'upgrading', 'restoring'],
  locked: ['subscriptionLocked', 'pinLocked'],
} as const satisfies Readonly<Record<string, readonly ShownState[]>>

/** What gateways are looked for by: a state, or several at once. */
export type StateAsked = ShownState | keyof typeof GROUPS

export const ranksOf = (asked: StateAsked): readonly number[] =>
  (asked === 'working' || asked === 'locked' ? GROUPS[asked] : [asked]).map(rankOf)

/**
 * The rank of what a gateway is shown as, where a million rows are looked at. Migration 15 has an index over these very
 * words, which serves the order and the filter. Unsigned 32 bit of a PIN lock: the top bit, and not all ones.
 */
export const shownRank = sql<number>`case
  when coalesce(gateways.replacement_in_progress, false) then 0
  when coalesce(gateways.firmware_upgrade_in_progress, false) then 1
  when coalesce(gateways.backup_restore_in_progress, false) then 2
  when gateways.subscription_lock_mode > 0 then 3
  when gateways.lock_status >= 2147483648 and gateways.lock_status < 4294967295 then 4
  when coalesce(gateways.privileged, false) then 5
  when gateways.connection_status = 'offline' then 6
  else 7
end`
