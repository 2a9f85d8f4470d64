import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows-key.ts'
import { usePorts } from '../engine.ts'
import { useQuery } from '../rows.ts'

/** The zone by whose clocks the home's rules go; the gateway tells it with what it has recorded. */
export function useHomeZone(): string {
  const { source } = usePorts()
  const { data } = useQuery({
    queryKey: rowsKey('get_recorded_changes', { only: 'zone' }),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => source.ask('get_recorded_changes', { from: 0, to: 0 }),
  })
  return data?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

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
