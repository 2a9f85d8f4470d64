import { useEffect, useEffectEvent, useMemo } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useReconnected } from '#engine/property/state/use-reconnected.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { Pages } from './pages.ts'
import { proposalOf } from './proposal.ts'

const ONE_PAGE: readonly never[] = []

/** What the person has put together of this home; a proposal, where he has not yet. */
export function useDashboard() {
  const { source, home } = usePorts()
  const { situation, onEvent } = useEngine()
  const client = useQueryClient()
  const { heads, complete } = useDevices()
  const sn = situation.gateway?.serialNumber ?? ''
  const queryKey = rowsKey('readDashboard', { sn })
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => source.load('readDashboard', { sn }, signal),
  })
  const heard = useEffectEvent((event: string, told: unknown) => {
    const { serialNumber, revision } = told as { serialNumber?: string; revision?: number }
    if (event === 'dashboard_changed' && serialNumber === sn && revision !== data?.revision)
      void client.invalidateQueries({ queryKey })
  })
  useEffect(() => onEvent?.(heard), [onEvent])
  useReconnected(() => void client.invalidateQueries({ queryKey }))
  const arranged = (data?.pages.length ?? 0) > 0
  const proposed = useMemo(
    () => (arranged || !data ? ONE_PAGE : [proposalOf({ heads, rooms: home.rooms() }, situation)]),
    [arranged, data, heads, home, situation],
  )
  const pages: Pages = arranged && data ? data.pages : proposed
  return {
    pages,
    revision: data?.revision ?? 0,
    /** A proposal grows with what is known of the home. */
    waiting: !data || (!arranged && !complete && heads.length === 0),
    error: data ? null : error,
    retry: () => void refetch(),
    /** Keeps it; of two who change the same one the second is refused. */
    async keep(dashboard: Dashboard) {
      const result = await source.call(
        'keepDashboard',
        { sn, ...dashboard },
        { told: ['DASHBOARD_CHANGED_MEANWHILE'] },
      )
      if (result.ok) client.setQueryData<Dashboard>(queryKey, result.data)
      else if (result.code === 'DASHBOARD_CHANGED_MEANWHILE') await refetch()
      return result
    },
  }
}
