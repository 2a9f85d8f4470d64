import type { TimeTrigger } from '#schemas/generated/entities/rule.ts'
import { DAY, momentOf, wallOf, weekdayOf } from '../../lib/times/zone.ts'

/** A time trigger repeats on the weekdays that it names; without one it is meant once. */
export const repeats = ({ repeating }: Pick<TimeTrigger, 'repeating'>): boolean =>
  repeating?.includes(true) ?? false

type Once = Pick<TimeTrigger, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>

/** The wall time of a trigger that is meant once; undefined for 30 February, and without a date. */
export function wallOfDate({ year, month, day, hour, minute, second }: Once): number | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 : undefined
}

/** The first moment after `after` that a time trigger names; undefined when there is none. */
export function nextMoment(trigger: TimeTrigger, zone: string, after: number): number | undefined {
  if (trigger.active === false) return undefined
  if (!repeats(trigger)) {
    const wall = wallOfDate(trigger)
    const at = wall === undefined ? undefined : momentOf(wall, zone)
    return at !== undefined && at > after ? at : undefined
  }
  const time = ((trigger.hour * 60 + trigger.minute) * 60 + trigger.second) * 1000
  const today = Math.floor(wallOf(after, zone) / DAY) * DAY
  for (let day = today; day <= today + 8 * DAY; day += DAY) {
    if (!trigger.repeating?.[weekdayOf(day)]) continue
    const at = momentOf(day + time, zone)
    if (at > after) return at
  }
  return undefined
}

/** 2.5-021, 2.5-022: a trigger that is meant once and whose moment is over (`dateInPast`). */
export const isPast = (trigger: TimeTrigger, zone: string, now: number): boolean =>
  !repeats(trigger) &&
  wallOfDate(trigger) !== undefined &&
  nextMoment({ ...trigger, active: true }, zone, now) === undefined
