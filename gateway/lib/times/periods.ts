import { minuteOf } from './minute-of.ts'
import { DAY, momentOf, wallOf, weekdayOf } from './zone.ts'

/** Part of some days of the week; an end at or before the beginning lies on the next day. */
export interface Period {
  /** On which it begins; 0 is Monday. */
  days: readonly number[]
  /** `HH:MM` */
  from: string
  until: string
}

/** Whether it is time, and until when that stays so; without `until` it stays so for good. */
export interface OpenNow {
  open: boolean
  /** Epoch ms. */
  until?: number
}

/** So many days ahead are looked at: longer than a week, whatever follows repeats. */
const AHEAD = 9
const MINUTE = 60_000

const msOf = (time: string): number => minuteOf(time) * MINUTE

/** Whether some period is under way by the clocks of a zone; without any period it always is. */
export function openNow(periods: readonly Period[], at: number, zone: string): OpenNow {
  if (periods.length === 0) return { open: true }
  const today = Math.floor(wallOf(at, zone) / DAY) * DAY
  const spans = Array.from({ length: AHEAD + 1 }, (_, day) => today + (day - 1) * DAY)
    .flatMap((day) =>
      periods
        .filter(({ days }) => days.includes(weekdayOf(day)))
        .map(({ from, until }) => {
          const end = msOf(until) <= msOf(from) ? msOf(until) + DAY : msOf(until)
          return { from: momentOf(day + msOf(from), zone), until: momentOf(day + end, zone) }
        }),
    )
    .toSorted((a, b) => a.from - b.from)
  let end = at
  for (const span of spans) if (span.from <= end && span.until > end) end = span.until
  if (end > at) return end - at > (AHEAD - 2) * DAY ? { open: true } : { open: true, until: end }
  const next = spans.find((span) => span.from > at)
  return { open: false, ...(next && { until: next.from }) }
}
