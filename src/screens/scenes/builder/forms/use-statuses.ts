import { ruleQueries } from '#data/rules.ts'
import type { Statuses } from '#data/statuses/statuses.ts'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'

const NONE: Statuses = []

/** The statuses of the home; none while they are on their way. */
export function useKnownStatuses(): Statuses {
  const { source } = usePorts()
  return useQuery(ruleQueries(source).statuses()).data ?? NONE
}

/** Their ids; none while they are on their way. */
export const useStatusIds = (): ReadonlySet<string> =>
  new Set(useKnownStatuses().map(({ resource_id }) => resource_id))
