import { useWords } from '#i18n/useWords.ts'
import { useHomeZone } from './beside/use-home-rules.ts'

/** "14:02" by the clocks of the home, whose rules go by them: runs and schedules of a page are told alike. */
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
