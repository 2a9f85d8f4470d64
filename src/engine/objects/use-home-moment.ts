import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows-key.ts'
import type { HomePlace } from '#schemas/generated/entities/home-place.ts'
import { usePorts } from '../engine.ts'
import { useQuery } from '../rows.ts'

/** By whose clocks and whose sun the home's rules go. */
export interface HomeWhereabouts {
  zone: string
  /** Undefined while nobody has said where the home is. */
  place: HomePlace | undefined
  /** Whether the gateway has told; until then the zone is the reader's. */
  known: boolean
}

/** The gateway tells it with what it has recorded. */
export function useWhereabouts(): HomeWhereabouts {
  const { source } = usePorts()
  const { data } = useQuery({
    queryKey: rowsKey('get_recorded_changes', { only: 'zone' }),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => source.ask('get_recorded_changes', { from: 0, to: 0 }),
  })
  return {
    zone: data?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    place: data?.place,
    known: data !== undefined,
  }
}

/** The zone by whose clocks the home's rules go. */
export const useHomeZone = (): string => useWhereabouts().zone

/** "14:02" by the clocks of the home, whose rules go by them: runs, versions and schedules of a page are told alike. */
export function useHomeMoment(): (at: number, now: number) => string {
  const words = useWords()
  const zone = useHomeZone()
  return (at, now) => words.moment(at, now, zone)
}

/** The home's zone, where the reader's clocks show something else at this moment. */
export function useForeignZone(now: number): string | undefined {
  const words = useWords()
  const zone = useHomeZone()
  return words.moment(now, now, zone) === words.moment(now, now) ? undefined : zone.replaceAll('_', ' ')
}
