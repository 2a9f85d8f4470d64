import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

const NONE: readonly Rule[] = []

/** All rules of the home with what they do; none while nobody knows. */
export const useHomeRules = (): readonly Rule[] =>
  useQuery(ruleQueries(usePorts().source).rules()).data?.rules.filter(({ draft }) => !draft) ?? NONE
