import type { DateEnd, TimeTrigger, Week } from '#schemas/generated/entities/rule.ts'
import { isDay } from '../../only-if/window-draft.ts'
import { type Clock, msOf } from '../duration.ts'

export type Recurs = 'weekly' | 'once' | NonNullable<TimeTrigger['every']>

/** A time as it is filled in: a date once, weekdays, or a day of every year or month. */
export interface TimeDraft {
  recurs: Recurs
  /** The day of every year, or of every month, which has no month. */
  on: DateEnd
  /** yyyy-mm-dd, as the browser's own field gives it. */
  date: string
  days: Week
  clock: Clock
}

const NO_DAY: Week = [false, false, false, false, false, false, false]
const EVERY_DAY: Week = [true, true, true, true, true, true, true]

const two = (number: number): string => String(number).padStart(2, '0')

/** The next full hour is what most people mean, or near it. */
export function timeDraftOf(trigger: TimeTrigger | undefined, now: Date): TimeDraft {
  const soon = new Date(now.getTime() + 3_600_000)
  const today = `${soon.getFullYear()}-${two(soon.getMonth() + 1)}-${two(soon.getDate())}`
  if (!trigger)
    return {
      recurs: 'weekly',
      on: { month: soon.getMonth() + 1, day: soon.getDate() },
      date: today,
      days: EVERY_DAY,
      clock: { hour: soon.getHours(), minute: 0, second: 0 },
    }
  const { year, month, day, every, hour, minute, second, repeating } = trigger
  const weekly = trigger.isRepeating ?? repeating?.some(Boolean) ?? false
  return {
    recurs: every ?? (weekly ? 'weekly' : 'once'),
    on: { month: month ?? soon.getMonth() + 1, day: day ?? soon.getDate() },
    date:
      year !== undefined && month !== undefined && day !== undefined
        ? `${year}-${two(month)}-${two(day)}`
        : today,
    days: repeating ?? NO_DAY,
    clock: { hour, minute, second },
  }
}

/** What the browser's own field for a time holds: hh:mm, with seconds where they are asked for; empty while it is none. */
export function textOfClock({ hour, minute, second }: Clock, precise: boolean): string {
  if (hour === undefined || minute === undefined) return ''
  const parts = precise ? [hour, minute, second ?? 0] : [hour, minute]
  return parts.map(two).join(':')
}

export function clockOfText(text: string): Clock {
  const [, hour, minute, second = '0'] = /^(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text) ?? []
  if (hour === undefined || minute === undefined)
    return { hour: undefined, minute: undefined, second: undefined }
  return { hour: Number(hour), minute: Number(minute), second: Number(second) }
}

export type TimeFault = 'clock' | 'date' | 'days'

/** What is missing or out of range (spec 2 §5: hours 0 to 23, minutes and seconds 0 to 59). */
export function timeFaults({ recurs, on, date, days, clock }: TimeDraft): readonly TimeFault[] {
  const dated =
    recurs === 'once'
      ? /^\d{4}-\d{2}-\d{2}$/.test(date)
      : recurs === 'weekly' || isDay(recurs === 'month' ? { ...on, month: 1 } : on)
  return [
    ...(msOf(clock) === undefined ? (['clock'] as const) : []),
    ...(dated ? [] : (['date'] as const)),
    ...(recurs === 'weekly' && !days.some(Boolean) ? (['days'] as const) : []),
  ]
}

/** The trigger that a faultless draft means. */
export function timeTriggerOf(id: string, { recurs, on, date, days, clock }: TimeDraft): TimeTrigger {
  const { hour = 0, minute = 0, second = 0 } = clock
  const time = `${two(hour)}:${two(minute)}:${two(second)}`
  if (recurs === 'month' || recurs === 'year') {
    const { month, day } = on
    return { id, hour, minute, second, time, every: recurs, day, ...(recurs === 'year' && { month }) }
  }
  if (recurs === 'weekly') return { id, hour, minute, second, time, isRepeating: true, repeating: days }
  const [year, month, day] = date.split('-').map(Number)
  return { id, year, month, day, hour, minute, second, time, isRepeating: false, repeating: NO_DAY }
}
