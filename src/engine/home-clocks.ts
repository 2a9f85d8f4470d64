import { useSyncExternalStore } from 'react'
import { READER } from '#i18n/local-words.ts'
import { useWords } from '#i18n/useWords.ts'
import { usePorts } from './engine.ts'

/** By whose clocks the home lives; until its gateway has told, the reader's. */
export function useHomeZone(): string {
  const { home } = usePorts()
  const zone = useSyncExternalStore(home.subscribe, () => home.zone())
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** "14:02" by the clocks of the home: whatever happens in it is told alike. */
export function useHomeMoment(): (at: number, now: number) => string {
  const words = useWords()
  const zone = useHomeZone()
  return (at, now) => words.moment(at, now, zone)
}

/** The home's zone, where the reader's clocks show something else at this moment. */
export function useForeignZone(now: number): string | undefined {
  const words = useWords()
  const zone = useHomeZone()
  return words.moment(now, now, zone) === words.moment(now, now, READER)
    ? undefined
    : zone.replaceAll('_', ' ')
}
