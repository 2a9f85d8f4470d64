import type { Range } from '#engine/charts/model/range.ts'
import { EMPTY, type Track } from '#engine/charts/model/track.ts'
import { usePorts } from '#engine/engine.ts'
import type { PropertyAddress, Source } from '#engine/ports.ts'
import { useQuery } from '#engine/rows.ts'
import type { RawValue } from '#engine/widget.ts'
import { rowsKey } from '#lib/rows-key.ts'
import type { DataOf } from '#schemas/calls.ts'
import { idOf } from './recordable.ts'

/** A value that rests was last told before the range begins. */
const BEFORE = 86_400_000
const FRESH = 60_000

type Page = DataOf<'get_recorded_changes'>

async function recorded(
  source: Source,
  asked: { from: number; to: number; device_ids: string[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Track>> {
  const tracks = new Map<string, { times: number[]; values: RawValue[] }>()
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted()
    const page: Page = await source.ask('get_recorded_changes', { ...asked, ...(after > 0 && { after }) })
    for (const {
      at,
      device_id: device,
      service_name: service,
      property_name: property,
      value,
    } of page.changes) {
      if (device === undefined) continue
      const id =
        service === undefined || property === undefined ? device : idOf({ device, service, property })
      const track = tracks.get(id) ?? { times: [], values: [] }
      track.times.push(at)
      track.values.push(value)
      tracks.set(id, track)
    }
    after = page.next
  }
  return tracks
}

/** What was recorded of these values; undefined range: nothing is asked. */
export function useTracks(addresses: readonly PropertyAddress[], range: Range | undefined) {
  const { source } = usePorts()
  const device_ids = [...new Set(addresses.map(({ device }) => device))].toSorted()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: rowsKey('get_recorded_changes', { chart: device_ids, ...range }),
    enabled: range !== undefined && device_ids.length > 0,
    staleTime: FRESH,
    queryFn: ({ signal }) =>
      recorded(
        source,
        { from: Math.max(0, (range?.from ?? 0) - BEFORE), to: range?.to ?? 0, device_ids },
        signal,
      ),
  })
  return {
    of: (address: PropertyAddress): Track => data?.get(idOf(address)) ?? EMPTY,
    /** How a device fared. */
    statusOf: (device: string): Track => data?.get(device) ?? EMPTY,
    waiting: isPending && range !== undefined && device_ids.length > 0,
    failed: error !== null,
    retry: () => void refetch(),
  }
}
