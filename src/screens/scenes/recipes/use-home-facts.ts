import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useQuery } from '#engine/rows.ts'
import type { HomeFacts } from './fit.ts'

/** What recipes are fitted to; undefined until it is known. A home that does not tell its statuses has none. */
export function useHomeFacts(): HomeFacts | undefined {
  const { source } = usePorts()
  const { heads, complete } = useDevices()
  const { data, isError } = useQuery(ruleQueries(source).statuses())
  if (!complete || (!data && !isError)) return undefined
  return {
    heads,
    statuses: (data ?? []).map(({ resource_id, name, icon }) => ({ resource_id, name, icon })),
  }
}
