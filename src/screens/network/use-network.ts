import { useEffect, useEffectEvent } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useReconnected } from '#engine/property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { DataOf } from '#schemas/calls.ts'
import type { Events } from '#schemas/generated/channel.ts'

type Told = DataOf<'get_network'>

const KEY = rowsKey('get_network')

/** How every device is reached now, kept up with what the gateway tells (spec 2 §4: live events update the route data). */
export function useNetwork() {
  const { source } = usePorts()
  const { onEvent } = useEngine()
  const client = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => source.ask('get_network', {}) })
  const again = (): void => void client.invalidateQueries({ queryKey: KEY })
  const take = useEffectEvent((event: string, data: unknown) => {
    if (event === 'network_changed') {
      const { nodes } = data as Events['network_changed']
      client.setQueryData<Told>(KEY, (before) => before && withNews(before, nodes))
    } else if (event === 'device_added' || event === 'device_removed') again()
  })
  useEffect(() => onEvent?.(take), [onEvent])
  useReconnected(again)
  return query
}

function withNews(told: Told, news: Told['nodes']): Told {
  const changed = new Map(news.map((node) => [node.NodeID, node]))
  const nodes = told.nodes.map((node) => changed.get(node.NodeID) ?? node)
  return { ...told, nodes }
}
