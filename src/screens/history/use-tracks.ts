import type { QueryClient } from '@tanstack/react-query'
import type { Range } from '#engine/charts/model/range.ts'
import { EMPTY, type Track, trackOf, withValue } from '#engine/charts/model/track.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import type { PropertyAddress, PropertyState, Source } from '#engine/ports.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { idOf } from './recordable.ts'

const FRESH = 60_000

/** What is heard while somebody looks goes on where the recorded ends. */
export const withPresent = (track: Track, state: PropertyState | undefined, end: number): Track =>
  state?.at === undefined || state.value === undefined || state.at >= end
    ? track
    : withValue(track, state.at, state.value)

/** The values of a device and how it fared, as the two calls answer. */
const tracksOf = (
  device: string,
  { histories }: AnswerOf<'nodeHistory'>,
  fared: AnswerOf<'nodeStatusHistory'>,
): readonly (readonly [string, Track])[] => [
  ...histories.map(
    ({ service_name: service, property_name: property, history }) =>
      [idOf({ device, service, property }), trackOf(history.entries)] as const,
  ),
  [device, trackOf(fared.entries)],
]

/** What has come with the page; undefined where something of it has not. */
function come(
  client: QueryClient,
  sn: string,
  devices: readonly string[],
  range: Range | undefined,
): ReadonlyMap<string, Track> | undefined {
  const tracks = devices.map((device) => {
    const asked = { sn, deviceId: device, ...range }
    const told = client.getQueryData<AnswerOf<'nodeHistory'>>(rowsKey('nodeHistory', asked))
    const fared = client.getQueryData<AnswerOf<'nodeStatusHistory'>>(rowsKey('nodeStatusHistory', asked))
    return told && fared && tracksOf(device, told, fared)
  })
  return tracks.every((one) => one !== undefined) ? new Map(tracks.flat()) : undefined
}

async function told(
  source: Source,
  sn: string,
  devices: readonly string[],
  range: Range,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Track>> {
  const ofDevices = devices.map(async (device) => {
    const asked = { sn, deviceId: device, ...range }
    const answers = await Promise.all([
      source.load('nodeHistory', asked, signal),
      source.load('nodeStatusHistory', asked, signal),
    ])
    return tracksOf(device, ...answers)
  })
  return new Map((await Promise.all(ofDevices)).flat())
}

/** What was recorded of these values; undefined range: nothing is asked. */
export function useTracks(addresses: readonly PropertyAddress[], range: Range | undefined) {
  const { source } = usePorts()
  const { situation } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  const client = useQueryClient()
  const devices = [...new Set(addresses.map(({ device }) => device))].toSorted()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: rowsKey('nodeHistory', { sn, devices, ...range }),
    enabled: range !== undefined && devices.length > 0,
    staleTime: FRESH,
    initialData: () => come(client, sn, devices, range),
    queryFn: ({ signal }) => told(source, sn, devices, range ?? { from: 0, to: 0 }, signal),
  })
  return {
    of: (address: PropertyAddress): Track => data?.get(idOf(address)) ?? EMPTY,
    /** How a device fared. */
    statusOf: (device: string): Track => data?.get(device) ?? EMPTY,
    waiting: isPending && range !== undefined && devices.length > 0,
    error,
    retry: () => void refetch(),
  }
}
