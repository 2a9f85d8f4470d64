import { useMemo } from 'react'
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
  // As long as neither changes it is the same, and nothing has to be fitted anew.
  return useMemo(
    () =>
      complete && (data || isError)
        ? {
            heads,
            statuses: (data ?? []).map(({ resource_id, name, icon }) => ({ resource_id, name, icon })),
          }
        : undefined,
    [heads, complete, data, isError],
  )
}
