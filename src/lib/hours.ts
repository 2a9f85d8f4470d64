import type { SharedPeriod } from '#schemas/generated/entities/link-limits.ts'

/** Part of a day; an end at or before the beginning lies on the next day. */
export interface DayHours {
  from: string
  until: string
}

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** The first period of each day, Monday first. */
export const weekOf = (hours: readonly SharedPeriod[]): (DayHours | null)[] =>
  DAYS.map((day) => {
    const period = hours.find(({ days }) => days.includes(day))
    return period ? { from: period.from, until: period.until } : null
  })

/** Days with the same hours are one period. */
export function periodsOf(week: readonly (DayHours | null)[]): SharedPeriod[] {
  const periods = new Map<string, SharedPeriod>()
  for (const [day, hours] of week.entries()) {
    if (!hours) continue
    const key = `${hours.from} ${hours.until}`
    const known = periods.get(key)
    if (known) known.days = [...known.days, day] as SharedPeriod['days']
    else periods.set(key, { days: [day], from: hours.from, until: hours.until })
  }
  return [...periods.values()]
}

/** Runs of days that follow one another: Monday to Friday, Sunday. */
export function runsOf(days: readonly number[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.last === day - 1) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

/** 2026-11-23 is a Monday. */
const MONDAY = Date.UTC(2026, 10, 23)
const DAY = 86_400_000

export const weekdayName = (day: number, language: string, length: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(MONDAY + day * DAY)

/** `Mon–Fri 08:00–18:00, Sun 10:00–12:00` */
export const hoursText = (hours: readonly SharedPeriod[], language: string): string =>
  hours
    .map(({ days, from, until }) => {
      const named = runsOf(days).map(({ first, last }) =>
        first === last
          ? weekdayName(first, language, 'short')
          : `${weekdayName(first, language, 'short')}–${weekdayName(last, language, 'short')}`,
      )
      return `${named.join(', ')} ${from}–${until}`
    })
    .join(', ')

const MINUTES = 1440
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** What is open of each day, Monday first, in shares of it; what goes past midnight ends on the next day. */
export function sharesOf(hours: readonly SharedPeriod[]): { from: number; until: number }[][] {
  const week: { from: number; until: number }[][] = DAYS.map(() => [])
  for (const { days, from, until } of hours) {
    const [begin, end] = [minuteOf(from) / MINUTES, minuteOf(until) / MINUTES]
    for (const day of days) {
      week[day]?.push({ from: begin, until: end > begin ? end : 1 })
      if (end <= begin && end > 0) week[(day + 1) % DAYS.length]?.push({ from: 0, until: end })
    }
  }
  return week.map((parts) => parts.toSorted((a, b) => a.from - b.from))
}
