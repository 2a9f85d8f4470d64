import { DAY, momentOf, wallOf, weekdayOf } from './zone.ts'

const MINUTE = 60_000
/** Whatever comes at all comes within so many days: the 29th of February, over a year 2100 that has none. */
const LONGEST_DAYS = 8 * 366 + 1

/** At which times something comes again. */
export interface Repeat {
  /** Minutes of the day, in order. */
  times: readonly number[]
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  /** 0 is Monday. */
  weekdays: ReadonlySet<number>
  /** Days and weekdays are both named: either of them will do. */
  either: boolean
}

/** `*`, a number, a range, each with a step, or a list of these; undefined where it is none, or out of bounds. */
function numbersIn(field: string, least: number, most: number): readonly number[] | undefined {
  const found = new Set<number>()
  for (const part of field.split(',')) {
    const [whole, from, to, step] = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? []
    if (whole === undefined) return undefined
    const first = Number(from ?? least)
    // "5/15" goes on to the end, as "5-59/15" does.
    const last = Number(to ?? (from === undefined || step !== undefined ? most : from))
    const by = Number(step ?? 1)
    if (first < least || last > most || first > last || by === 0) return undefined
    for (let n = first; n <= last; n += by) found.add(n)
  }
  return [...found].toSorted((a, b) => a - b)
}

/**
 * What a cron-like string says: minute, hour, day, month and weekday (0 and 7 are Sunday), one blank between them.
 * Undefined where it is none (spec 3 §3).
 */
export function repeatOf(text: string): Repeat | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = text.split(' ')
  const minutes = numbersIn(minute, 0, 59)
  const hours = numbersIn(hour, 0, 23)
  const days = numbersIn(day, 1, 31)
  const months = numbersIn(month, 1, 12)
  const weekdays = numbersIn(weekday, 0, 7)
  if (!minutes || !hours || !days || !months || !weekdays || more.length > 0) return undefined
  return {
    times: hours.flatMap((at) => minutes.map((past) => at * 60 + past)),
    ...{ days: new Set(days), months: new Set(months) },
    weekdays: new Set(weekdays.map((n) => (n + 6) % 7)),
    either: day !== '*' && weekday !== '*',
  }
}

function isOn({ days, months, weekdays, either }: Repeat, wall: number): boolean {
  const date = new Date(wall)
  if (!months.has(date.getUTCMonth() + 1)) return false
  const [day, weekday] = [days.has(date.getUTCDate()), weekdays.has(weekdayOf(wall))]
  return either ? day || weekday : day && weekday
}

/** Epoch ms of the first time after `after` (epoch ms), by the clocks of a zone; undefined where it never comes. */
export function nextOf(repeat: Repeat, after: number, zone: string): number | undefined {
  const today = Math.floor(wallOf(after, zone) / DAY) * DAY
  for (let n = 0; n < LONGEST_DAYS; n++) {
    const day = today + n * DAY
    if (!isOn(repeat, day)) continue
    for (const minute of repeat.times) {
      const at = momentOf(day + minute * MINUTE, zone)
      if (at > after) return at
    }
  }
  return undefined
}
