import type { DateEnd, DateSpan, TimeWindow, WindowEnd } from '#schemas/generated/entities/rule.ts'
import { DAY, localOf, momentOf, wallOf, weekdayOf } from '../../lib/times/zone.ts'
import { FAR, sunOn, type Whereabouts } from '../moments/sun-moments.ts'
import type { Known } from '../watched-trigger.ts'
import { goesBySun } from './by-sun.ts'

const MINUTE = 60_000

/** When a window begins or ends on a day, given as the wall time of its midnight; undefined where the sun does not come then. */
export function momentOn(end: WindowEnd, day: number, { zone, place }: Whereabouts): number | undefined {
  if (!('sun' in end)) return momentOf(day + (end.hour * 60 + end.minute) * MINUTE, zone)
  const at = place && sunOn(end.sun.event, day, zone, place)
  return typeof at === 'number' ? at + (end.sun.offset ?? 0) : undefined
}

/** When it comes next after a moment of that day. */
function nextOf(end: WindowEnd, after: number, day: number, where: Whereabouts): number | undefined {
  for (let next = day - DAY; next <= day + FAR * DAY; next += DAY) {
    const at = momentOn(end, next, where)
    if (at !== undefined && at > after) return at
  }
  return undefined
}

/** Whether a moment lies in a window; undefined where that depends on the sun and nobody knows the place. Its first moment is in, its last is not. */
export function isWithin(window: TimeWindow, where: Whereabouts, at: number): Known {
  const { from, to, repeating } = window
  const today = Math.floor(wallOf(at, where.zone) / DAY) * DAY
  if (!from || !to) return repeating[weekdayOf(today)]
  if (goesBySun(window) && !where.place) return undefined
  // Half a day before the sun's moment of tomorrow may be today.
  for (let day = today + DAY; day >= today - FAR * DAY; day -= DAY) {
    const begin = momentOn(from, day, where)
    if (begin === undefined || begin > at) continue
    const end = nextOf(to, begin, day, where)
    // What began earlier is over as well.
    if (end !== undefined && end <= at) return false
    if (repeating[weekdayOf(day)]) return true
  }
  return false
}

const dayOf = ({ year = 0, month, day }: DateEnd): number => (year * 100 + month) * 100 + day

/** Whether the clocks of a zone show one of the days, the first and the last included. */
export function isOnDates({ from, to }: DateSpan, zone: string, at: number): boolean {
  const { year, month, day } = localOf(at, zone)
  const today = dayOf({ ...(from.year !== undefined && { year }), month, day })
  const [first, last] = [dayOf(from), dayOf(to)]
  const overNewYear = from.year === undefined && first > last
  return overNewYear ? today >= first || today <= last : first <= today && today <= last
}
