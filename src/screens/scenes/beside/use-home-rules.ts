import { ruleQueries } from '#data/rules.ts'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

const NONE: readonly Rule[] = []

/** All rules of the home with what they do; none while nobody knows, or for who may not see them. */
export function useHomeRules(): readonly Rule[] {
  const { situation } = useEngine()
  const enabled = !isOutOfReach({ commands: ['get_rules'] }, situation)
  const { data } = useQuery({ ...ruleQueries(usePorts().source).rules(), enabled })
  return data?.rules.filter(({ draft }) => !draft) ?? NONE
}
