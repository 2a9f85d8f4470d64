import { useMemo } from 'react'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import type { Range } from './model/range.ts'

const DAY = 86_400_000

/** Times of a chart by the clocks of the home. */
export interface Times {
  /** Below an axis whose marks stand so far apart. */
  tick(at: number, step: number): string
  /** "Do. 19., 05:15". */
  at(at: number): string
  /** "05:15". */
  clock(at: number): string
  /** "Thursday, 19 November, 05:15". */
  long(at: number): string
  /** "14.–20. November 2026". */
  days(range: Range): string
  shortDays(range: Range): string
}

export function useTimes(zone: string): Times {
  // Wakes when the language is another.
  useText()
  const tag = tagOf(language())
  return useMemo(() => timesIn(tag, zone), [tag, zone])
}

function timesIn(tag: string, timeZone: string): Times {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone, ...options })
  const clock = format({ hour: '2-digit', minute: '2-digit', hour12: false })
  const weekday = format({ weekday: 'short', day: 'numeric' })
  const whole = format({ weekday: 'long', day: 'numeric', month: 'long' })
  const date = format({ day: 'numeric', month: 'short' })
  const long = format({ day: 'numeric', month: 'long', year: 'numeric' })
  const shortDate = format({ day: 'numeric', month: 'short' })
  const oneDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
  return {
    tick(at, step) {
      if (step > DAY * 0.9) return (step > DAY * 1.5 ? date : weekday).format(at)
      const time = clock.format(at)
      // Where half days stand, midnight says which day begins.
      return step > DAY / 5 && time === '00:00' ? weekday.format(at) : time
    },
    at: (at) => `${weekday.format(at)}, ${clock.format(at)}`,
    clock: (at) => clock.format(at),
    long: (at) => `${whole.format(at)}, ${clock.format(at)}`,
    days: ({ from, to }) => long.formatRange(from, to - 1),
    shortDays: ({ from, to }) =>
      to - from < DAY * 1.5 ? oneDay.format(from) : shortDate.formatRange(from, to - 1),
  }
}
