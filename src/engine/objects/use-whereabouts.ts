import { rowsKey } from '#lib/rows/key.ts'
import type { HomePlace } from '#schemas/generated/entities/home-place.ts'
import { usePorts } from '../engine.ts'
import { useHomeZone } from '../home-clocks.ts'
import { useQuery } from '../rows.ts'

/** By whose clocks and whose sun the home's rules go. */
export interface HomeWhereabouts {
  zone: string
  /** Undefined while nobody has said where the home is. */
  place: HomePlace | undefined
  /** Whether the gateway has told the place. */
  known: boolean
}

/** The gateway tells it with what it has recorded. */
export function useWhereabouts(): HomeWhereabouts {
  const { source } = usePorts()
  const zone = useHomeZone()
  const { data } = useQuery({
    queryKey: rowsKey('get_recorded_changes', { only: 'zone' }),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => source.ask('get_recorded_changes', { from: 0, to: 0 }),
  })
  return { zone, place: data?.place, known: data !== undefined }
}
