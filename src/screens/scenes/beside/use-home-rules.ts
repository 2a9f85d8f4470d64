import { ruleKeys, ruleQueries } from '#data/rules.ts'
import { useDoors } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

const NONE: readonly Rule[] = []

/** All rules of the home with what they do; none while nobody knows. */
export const useHomeRules = (): readonly Rule[] =>
  useQuery(ruleQueries(useDoors().source).rules()).data?.rules.filter(({ draft }) => !draft) ?? NONE

/** The zone by whose clocks the home's rules go; the gateway tells it with what it has recorded. */
export function useHomeZone(): string {
  const { source } = useDoors()
  const { data } = useQuery({
    queryKey: [...ruleKeys.list, 'zone'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => source.ask('get_recorded_changes', { from: 0, to: 0 }),
  })
  return data?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
