import type { Range } from '#engine/charts/model/range.ts'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import type { Period } from './model.ts'

const format = (timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(tagOf(language()), { timeZone, ...options })

/** "November 2026", "2026", "16.–22. Nov.", "Fr., 20. Nov.". */
export function spanWords(period: Period, { from, to }: Range, zone: string): string {
  if (period === 'year') return format(zone, { year: 'numeric' }).format(from)
  if (period === 'month') return format(zone, { month: 'long', year: 'numeric' }).format(from)
  if (period === 'day') return format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(from)
  return format(zone, { day: 'numeric', month: 'short' }).formatRange(from, to - 1)
}

const BELOW: Readonly<Record<Period, Intl.DateTimeFormatOptions>> = {
  day: { hour: '2-digit', hour12: false },
  week: { weekday: 'short' },
  month: { day: 'numeric' },
  year: { month: 'short' },
}

/** Below a step of the axis: "07", "Mo.", "17", "Nov.". */
export const tickWords = (period: Period, at: number, zone: string): string =>
  format(zone, BELOW[period])
    .format(at)
    .replace(/ Uhr$|\.$/, '')

const WHOLE: Readonly<Record<Period, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'short', hour: '2-digit', minute: '2-digit', hour12: false },
  week: { weekday: 'long', day: 'numeric', month: 'long' },
  month: { weekday: 'short', day: 'numeric', month: 'long' },
  year: { month: 'long', year: 'numeric' },
}

/** A step by itself: "Di., 17. November". */
export const stepWords = (period: Period, at: number, zone: string): string =>
  format(zone, WHOLE[period]).format(at)

/** Saturday and Sunday have darker numbers. */
export const isWeekend = (at: number, zone: string): boolean =>
  ['Sat', 'Sun'].includes(new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'short' }).format(at))
