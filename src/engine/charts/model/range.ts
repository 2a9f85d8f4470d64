import { DAY, momentOf, wallOf } from '#gateway/lib/times/zone.ts'

/** A stretch of time, epoch ms; its end does not belong to it. */
export interface Range {
  from: number
  to: number
}

/** "2026-11-20", a day of the home's calendar. */
export type Day = string

const wallOfDay = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOfWall = (wall: number): Day => new Date(wall).toISOString().slice(0, 10)

export const dayOf = (at: number, zone: string): Day => dayOfWall(wallOf(at, zone))

/** The day so many days later, or earlier. */
export const dayAfter = (day: Day, days: number): Day => dayOfWall(wallOfDay(day) + days * DAY)

/** Whole days by the clocks of the home: the last one counts to its end, whether it has 23, 24 or 25 hours (spec 2 §5). */
export const rangeOfDays = (first: Day, last: Day, zone: string): Range => ({
  from: momentOf(wallOfDay(first), zone),
  to: momentOf(wallOfDay(last) + DAY, zone),
})

/** Days from the first to the last, both counted. */
export const daysBetween = (first: Day, last: Day): number =>
  Math.round((wallOfDay(last) - wallOfDay(first)) / DAY) + 1

/** The same calendar day so many months ago; where that month is shorter, its last day. */
export function monthsBefore(day: Day, months: number): Day {
  const date = new Date(wallOfDay(day))
  const monthStart = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)
  const start = new Date(monthStart)
  const length = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOfWall(monthStart + (Math.min(date.getUTCDate(), length) - 1) * DAY)
}

/** A day that somebody typed or that stands in an address. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(wallOfDay(text)) && dayOfWall(wallOfDay(text)) === text

export interface Days {
  first: Day
  last: Day
}

/** What may be looked at: the last months, up to today (spec 2 §5). */
export const recordedDays = (today: Day, months: number): Days => ({
  first: monthsBefore(today, months),
  last: today,
})

/** Days in their order and within others; undefined where nothing of them is left. */
export function daysWithin({ first, last }: Days, within: Days): Days | undefined {
  const [early, late] = first <= last ? [first, last] : [last, first]
  if (late < within.first || early > within.last) return undefined
  return {
    first: early < within.first ? within.first : early,
    last: late > within.last ? within.last : late,
  }
}

/** As many days, right before. */
export const daysBefore = ({ first, last }: Days): Days => ({
  first: dayAfter(first, -daysBetween(first, last)),
  last: dayAfter(first, -1),
})

/** The part of a range that is looked at, moved and stretched about a moment without ever leaving it. */
export function zoomed(seen: Range, whole: Range, about: number, factor: number, least: number): Range {
  const length = Math.min(whole.to - whole.from, Math.max(least, (seen.to - seen.from) * factor))
  const share = (about - seen.from) / (seen.to - seen.from)
  return moved({ from: about - share * length, to: about - share * length + length }, whole, 0)
}

export function moved({ from, to }: Range, whole: Range, by: number): Range {
  const length = Math.min(to - from, whole.to - whole.from)
  const start = Math.min(Math.max(from + by, whole.from), whole.to - length)
  return { from: start, to: start + length }
}

const HOUR = 3_600_000
/** Distances of ticks in hours; from a day on they stand at midnight of the home. */
const STEPS = [1 / 60, 1 / 12, 1 / 4, 1 / 2, 1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 1440]

/** Moments for an axis: at most so many, at round times of the home's clocks. */
export function ticksIn({ from, to }: Range, most: number, zone: string): number[] {
  const length = wallOf(to, zone) - wallOf(from, zone)
  const hours = STEPS.find((one) => length / (one * HOUR) <= most) ?? Math.ceil(length / DAY / most) * 24
  const step = hours * HOUR
  const ticks: number[] = []
  // Walls are a line without gaps: what the clocks show twice or never is left to `momentOf`.
  for (let wall = Math.ceil(wallOf(from, zone) / step) * step; ; wall += step) {
    const at = momentOf(wall, zone)
    if (at >= to) return ticks
    if (at >= from && at !== ticks.at(-1)) ticks.push(at)
  }
}
