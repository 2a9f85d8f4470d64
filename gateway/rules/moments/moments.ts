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

/** The day of a trigger that comes every year or month, in a month that may be too short for it. */
function wallEvery({ day = 1, hour, minute, second }: TimeTrigger, year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Date.UTC(year, month - 1, Math.min(day, last), hour, minute, second)
}

/** Whether such a trigger names a day that there is in some year. */
export const isEvery = ({ every, month, day }: TimeTrigger): boolean => {
  if (every === 'month') return day !== undefined
  return wallOfDate({ year: 2000, month, day, hour: 0, minute: 0, second: 0 }) !== undefined
}

/** The first moment after `after` that a time trigger names; undefined when there is none. */
export function nextMoment(trigger: TimeTrigger, zone: string, after: number): number | undefined {
  if (trigger.active === false) return undefined
  if (trigger.every) return nextEvery(trigger, zone, after)
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

function nextEvery(trigger: TimeTrigger, zone: string, after: number): number | undefined {
  if (!isEvery(trigger)) return undefined
  const wall = new Date(wallOf(after, zone))
  const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth() + 1]
  for (const n of [0, 1]) {
    const day =
      trigger.every === 'year'
        ? wallEvery(trigger, year + n, trigger.month ?? 1)
        : wallEvery(trigger, month + n > 12 ? year + 1 : year, month + n > 12 ? 1 : month + n)
    const at = momentOf(day, zone)
    if (at > after) return at
  }
  return undefined
}

/** 2.5-021, 2.5-022: a trigger that is meant once and whose moment is over (`dateInPast`). */
export const isPast = (trigger: TimeTrigger, zone: string, now: number): boolean =>
  !repeats(trigger) &&
  !trigger.every &&
  wallOfDate(trigger) !== undefined &&
  nextMoment({ ...trigger, active: true }, zone, now) === undefined
