import { useEffect, useEffectEvent } from 'react'
import { ruleQueries, takeRuleEvent } from '#data/rules.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useReconnected } from '#engine/property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

/** Keeps what is shown of rules, runs and statuses up to what happens; after a cut it is asked for again. */
export function useRuleEvents(): void {
  const client = useQueryClient()
  const { onEvent } = useEngine()
  const take = useEffectEvent((event: string, data: unknown) => takeRuleEvent(client, event, data))
  useEffect(() => onEvent?.(take), [onEvent])
  useReconnected(() => void client.invalidateQueries({ queryKey: ['rows'] }))
}

export function useRule(id: string) {
  return useQuery(ruleQueries(usePorts().source).rule(id))
}

export function useRules() {
  return useQuery(ruleQueries(usePorts().source).list())
}

/**
 * Ids of the rules of the home, where one waits for others, runs or switches them, its own among them; undefined while
 * they are not known.
 */
export function useOtherRules({
  id,
  run_triggers = [],
  scenes = [],
}: Pick<Rule, 'id' | 'run_triggers' | 'scenes'>): ReadonlySet<string> | undefined {
  const enabled = run_triggers.length > 0 || scenes.some(({ rules = [] }) => rules.length > 0)
  const { data } = useQuery({ ...ruleQueries(usePorts().source).list(), enabled })
  return data && new Set([id, ...data.rules.map((one) => one.id)])
}

export function useStatuses() {
  return useQuery(ruleQueries(usePorts().source).statuses())
}

export function useRuns(id: string) {
  return useQuery(ruleQueries(usePorts().source).runs(id))
}

/** Asks again for what an order has changed, where no event tells of it in time. */
export function useAskAgain(): (...keys: readonly (readonly unknown[])[]) => void {
  const client = useQueryClient()
  return (...keys) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }
}
