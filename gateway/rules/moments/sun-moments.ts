import type { SunTrigger } from '#schemas/generated/entities/rule.ts'
import { type Place, type SunEvent, sunMoment } from '../../lib/times/sun.ts'
import { DAY, momentOf, wallOf, weekdayOf } from '../../lib/times/zone.ts'

/** By whose clocks and whose sun a home goes; nobody may have said where it is. */
export interface Whereabouts {
  zone: string
  place?: Place | undefined
}

/** Near the poles the sun may stay away, or up, for half a year. */
export const FAR = 367

type SunMoment = ReturnType<typeof sunMoment>

/** A year of all four, for a few homes. */
const MOST_KNOWN = 10_000
const known = new Map<string, SunMoment>()

/**
 * The sun's moment on a day, given as the wall time of its midnight; where it does not come, where the sun stays. Finding
 * it takes a hundred sines, and all scenes of a home ask for the same sun.
 */
export function sunOn(event: SunEvent, day: number, zone: string, place: Place): SunMoment {
  const key = `${event} ${day} ${zone} ${place.latitude} ${place.longitude}`
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const found = sunMoment(event, momentOf(day + DAY / 2, zone), place)
  known.set(key, found)
  return found
}

/** The first moment after `after` that a trigger by the sun names; undefined when there is none, or the place is unknown. */
export function nextSunMoment(
  { sun: { event, offset = 0 }, repeating }: Pick<SunTrigger, 'sun' | 'repeating'>,
  { zone, place }: Whereabouts,
  after: number,
): number | undefined {
  if (!place || !repeating.includes(true)) return undefined
  // The weekday is that of the sun: two hours after Sunday's sunset may be Monday.
  const today = Math.floor(wallOf(after - offset, zone) / DAY) * DAY
  for (let day = today - DAY; day <= today + FAR * DAY; day += DAY) {
    if (!repeating[weekdayOf(day)]) continue
    const at = sunOn(event, day, zone, place)
    if (typeof at === 'number' && at + offset > after) return at + offset
  }
  return undefined
}
