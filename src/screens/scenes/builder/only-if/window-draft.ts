import type {
  DateEnd,
  DateSpan,
  SunMoment,
  TimeWindow,
  Week,
  WindowEnd,
} from '#schemas/generated/entities/rule.ts'
import { type Duration, durationOf, msOfDuration } from '../forms/DurationField.tsx'
import type { Clock } from '../forms/duration.ts'

/** An end of a part of the day as it is filled in: a time, or a moment of the sun. */
export interface EndDraft {
  by: 'clock' | SunMoment['event']
  clock: Clock
  way: 'before' | 'at' | 'after'
  distance: Duration
}

export interface WindowDraft {
  part: boolean
  from: EndDraft
  to: EndDraft
  days: Week
}

const HALF_AN_HOUR = 1_800_000
/** Further away it would belong to another part of the day. */
const FARTHEST = 12 * 3_600_000
const EVERY_DAY: Week = [true, true, true, true, true, true, true]
const SIGN = { before: -1, at: 0, after: 1 } as const

function endDraft(end: WindowEnd | undefined, hour: number, presets: number[]): EndDraft {
  const plain = {
    clock: { hour, minute: 0, second: 0 },
    way: 'at',
    distance: durationOf(0, HALF_AN_HOUR, presets),
  }
  if (!end) return { by: 'clock', ...plain, way: 'at' }
  if (!('sun' in end)) return { by: 'clock', ...plain, way: 'at', clock: { ...end, second: 0 } }
  const { event, offset = 0 } = end.sun
  return {
    ...plain,
    by: event,
    way: offset === 0 ? 'at' : offset < 0 ? 'before' : 'after',
    distance: durationOf(Math.abs(offset), HALF_AN_HOUR, presets),
  }
}

/** The night is what most people mean. */
export const windowDraftOf = (window: TimeWindow | undefined, presets: number[]): WindowDraft => ({
  part: window === undefined || window.from !== undefined,
  from: endDraft(window?.from, 22, presets),
  to: endDraft(window?.to, 6, presets),
  days: window?.repeating ?? EVERY_DAY,
})

/** What an end means; undefined while something is missing or too far away. */
export function endOf({ by, clock: { hour, minute }, way, distance }: EndDraft): WindowEnd | undefined {
  if (by === 'clock') return hour === undefined || minute === undefined ? undefined : { hour, minute }
  const ms = way === 'at' ? 0 : msOfDuration(distance)
  if (ms === undefined || ms > FARTHEST) return undefined
  return { sun: { event: by, ...(ms > 0 && { offset: SIGN[way] * ms }) } }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export type WindowFault = 'from' | 'to' | 'same' | 'days'

/** The window that a draft means, or what is wrong with it. */
export function windowOf({ part, from, to, days }: WindowDraft): TimeWindow | { faults: WindowFault[] } {
  const [begin, end] = [endOf(from), endOf(to)]
  const faults: WindowFault[] = [
    ...(part && !begin ? (['from'] as const) : []),
    ...(part && !end ? (['to'] as const) : []),
    ...(part && begin && same(begin, end) ? (['same'] as const) : []),
    ...(days.includes(true) ? [] : (['days'] as const)),
  ]
  if (faults.length > 0) return { faults }
  return part && begin && end ? { from: begin, to: end, repeating: days } : { repeating: days }
}

/** Whether it ends on the day after: by the clock that can be told. */
export const overMidnight = (from: WindowEnd | undefined, to: WindowEnd | undefined): boolean =>
  from !== undefined &&
  to !== undefined &&
  'hour' in from &&
  'hour' in to &&
  to.hour * 60 + to.minute <= from.hour * 60 + from.minute

const two = (number: number): string => String(number).padStart(2, '0')

/** yyyy-mm-dd, as the browser's own field gives it. */
export const textOfDate = ({ year = 2000, month, day }: DateEnd): string =>
  `${year}-${two(month)}-${two(day)}`

export function dateOfText(text: string): (DateEnd & { year: number }) | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  return year && month && day ? { year, month, day } : undefined
}

/** 29 February is a day of some years; 30 February of none. */
export const isDay = ({ year = 2000, month, day }: DateEnd): boolean =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day

export type SpanFault = 'from' | 'to' | 'order'

/** The days that two ends mean, or what is wrong with them. */
export function spanOf(
  from: DateEnd | undefined,
  to: DateEnd | undefined,
): DateSpan | { faults: SpanFault[] } {
  const faults: SpanFault[] = [
    ...(from && isDay(from) ? [] : (['from'] as const)),
    ...(to && isDay(to) ? [] : (['to'] as const)),
  ]
  if (!from || !to || faults.length > 0) return { faults }
  const turned = from.year !== undefined && textOfDate(from) > textOfDate(to)
  return turned ? { faults: ['order'] } : { from, to }
}
