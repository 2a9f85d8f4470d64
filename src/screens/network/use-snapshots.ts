import { useMemo } from 'react'
import rules from '#catalogue/rules/network.json'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import type { Past } from '#gateway/lib/network/findings.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { NetworkSpan } from '#schemas/generated/entities/network-span.ts'

/** More than are kept of a gateway. */
const ALL = 100
const NONE: readonly NetworkSpan[] = []
const { from, to } = rules.night
const isNight = (hour: number): boolean => hour >= from || hour < to

/** How the network was at earlier moments, oldest first, and what that says of each device. */
export function useSnapshots(at: number | undefined, other?: number) {
  const { source } = usePorts()
  const { situation } = useEngine()
  const client = useQueryClient()
  const zone = useHomeZone()
  const sn = situation.gateway?.serialNumber ?? ''
  const spansKey = rowsKey('getSpans', { sn })
  const { data, error, isPending, refetch } = useQuery({
    queryKey: spansKey,
    enabled: sn !== '',
    queryFn: async ({ signal }) =>
      (await source.load('getSpans', { sn, limit: ALL }, signal)).data.toReversed(),
  })
  const taken = (moment: number | undefined) => ({
    queryKey: rowsKey('fetchAggregatedData', { sn, at: moment }),
    enabled: sn !== '' && moment !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      source.load('fetchAggregatedData', { sn, at: moment ?? 0 }, signal),
  })
  const snapshot = useQuery(taken(at))
  const second = useQuery(taken(other))
  const spans = data ?? NONE
  const pasts = useMemo(() => {
    const hours = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone })
    const found = new Map<string, Past>()
    for (const span of spans)
      for (const id of span.weak) {
        const { weak = 0, atNight = 0 } = found.get(id) ?? {}
        const night = isNight(Number(hours.format(span.at))) ? 1 : 0
        found.set(id, { weak: weak + 1, atNight: atNight + night, last: span.at })
      }
    return found
  }, [spans, zone])
  const take = async (): Promise<boolean> => {
    const { ok } = await source.call('createAggregatedData', { sn })
    if (ok) await client.invalidateQueries({ queryKey: spansKey })
    return ok
  }
  return { spans, error, isPending, again: refetch, snapshot, second, pasts, take }
}
