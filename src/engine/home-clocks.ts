import { useSyncExternalStore } from 'react'
import { isZone } from '#gateway/lib/times/is-zone.ts'
import { READER } from '#i18n/local-words.ts'
import { useWords } from '#i18n/useWords.ts'
import { usePorts } from './engine.ts'

let last: { told: string | undefined; known: string | undefined } = { told: undefined, known: READER }

/**
 * Browsers know other zones than gateways: by one that is unknown here nothing could be told, so it is told by the reader's
 * clocks. A browser reads its zones when it is asked for the first, which takes as long as a first page draws a tile: nobody
 * asks before a time has to be told.
 */
export function knownZone(told: string | undefined): string | undefined {
  if (last.told !== told) last = { told, known: told !== undefined && isZone(told) ? told : READER }
  return last.known
}

/** By whose clocks the home lives, as its gateway says it; until it has, nobody knows. */
function useToldZone(): string | undefined {
  const { home } = usePorts()
  return useSyncExternalStore(home.subscribe, () => home.zone())
}

/** By whose clocks the home lives; until its gateway has told, the reader's. */
export function useHomeZone(): string {
  return knownZone(useToldZone()) ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** "14:02" by the clocks of the home: whatever happens in it is told alike. */
export function useHomeMoment(): (at: number, now: number) => string {
  const words = useWords()
  const told = useToldZone()
  return (at, now) => words.moment(at, now, knownZone(told))
}

/** The home's zone, where the reader's clocks show something else at this moment. */
export function useForeignZone(now: number): string | undefined {
  const words = useWords()
  const zone = useHomeZone()
  return words.moment(now, now, zone) === words.moment(now, now, READER)
    ? undefined
    : zone.replaceAll('_', ' ')
}
