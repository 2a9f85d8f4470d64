import { language } from './i18n.ts'
import { tagOf } from './languages.ts'
import type { LocalWords } from './local-words.ts'
import { type Text, text } from './useText.ts'

export type { LocalWords } from './local-words.ts'

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const formats = new Map<string, unknown>()

/** `Intl` objects are dear to make and used for every value on screen. */
function once<T>(tag: string, key: string, make: (tag: string) => T): T {
  const id = `${tag} ${key}`
  const known = formats.get(id) as T | undefined
  if (known !== undefined) return known
  const made = make(tag)
  formats.set(id, made)
  return made
}

/** Small figures need no grouping, and both languages write the point: `Intl` takes long to load its data. */
function plain(value: number, digits: number | undefined): string | undefined {
  // Its digits mean nothing any more, and would fill the page.
  if (Math.abs(value) >= 1e21) return String(value)
  if (!(value >= 0 && value < 999)) return undefined
  return digits === undefined ? String(Number(value.toFixed(3))) : value.toFixed(digits)
}

/** Up to here seconds would only pretend to be exact. */
const JUST_NOW = 5000

/** Days, hours, minutes and seconds, each with how many of it make the next larger one. */
const PARTS = [
  ['day', Number.POSITIVE_INFINITY],
  ['hour', 24],
  ['minute', 60],
  ['second', 60],
] as const

/** Numbers and times as a language writes them; `tag` says which it is now. */
export function wordsIn({ t, say }: Text, tag: () => string): LocalWords {
  const clock = (at: number, timeZone: string | undefined): string =>
    once(
      tag(),
      `time ${timeZone}`,
      (now) => new Intl.DateTimeFormat(now, { hour: '2-digit', minute: '2-digit', hour12: false, timeZone }),
    ).format(at)

  const dayOf = (at: number, timeZone: string | undefined): string =>
    timeZone === undefined
      ? new Date(at).toDateString()
      : once(
          tag(),
          `date ${timeZone}`,
          (now) => new Intl.DateTimeFormat(now, { dateStyle: 'short', timeZone }),
        ).format(at)

  return {
    say: (key, fallback) => say(key, fallback),

    number: (value, digits) =>
      plain(value, digits) ??
      once(
        tag(),
        `number ${digits ?? ''}`,
        (now) =>
          new Intl.NumberFormat(now, {
            minimumFractionDigits: digits ?? 0,
            maximumFractionDigits: digits ?? 3,
          }),
      ).format(value),

    age(at, now) {
      const past = Math.max(0, now - at)
      if (past < JUST_NOW) return t('shell.justNow')
      const format = once(tag(), 'age', (one) => new Intl.RelativeTimeFormat(one, { style: 'short' }))
      const [unit, size] = STEPS.find(([, length]) => past >= length) ?? (['second', 1000] as const)
      return format.format(-Math.floor(past / size), unit)
    },

    date: (at) =>
      once(tag(), 'date', (now) => new Intl.DateTimeFormat(now, { dateStyle: 'medium' })).format(at),

    clock: (at) =>
      once(
        tag(),
        'clock',
        (now) =>
          new Intl.DateTimeFormat(now, {
            hour: '2-digit',
            minute: '2-digit',
            second: '2-digit',
            hour12: false,
          }),
      ).format(at),

    instant: (at, timeZone) =>
      once(
        tag(),
        `instant ${timeZone}`,
        (now) =>
          new Intl.DateTimeFormat(now, {
            day: 'numeric',
            month: 'short',
            year: 'numeric',
            hour: '2-digit',
            minute: '2-digit',
            second: '2-digit',
            hour12: false,
            timeZone,
            timeZoneName: 'short',
          }),
      ).format(at),

    day(at, now) {
      const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'
      const day = once(
        tag(),
        `heading ${year}`,
        (one) => new Intl.DateTimeFormat(one, { weekday: 'long', day: 'numeric', month: 'long', year }),
      ).format(at)
      const yesterday = new Date(now)
      yesterday.setDate(yesterday.getDate() - 1)
      const dayAt = dayOf(at, undefined)
      if (dayAt === dayOf(now, undefined)) return t('shell.today', { day })
      return dayAt === dayOf(yesterday.getTime(), undefined) ? t('shell.yesterday', { day }) : day
    },

    moment(at, now, timeZone) {
      const time = clock(at, timeZone)
      if (dayOf(at, timeZone) === dayOf(now, timeZone)) return time
      const day = once(
        tag(),
        `day ${timeZone}`,
        (one) => new Intl.DateTimeFormat(one, { day: 'numeric', month: 'short', timeZone }),
      )
      return `${day.format(at)}, ${time}`
    },

    duration(seconds) {
      let rest = Math.max(0, Math.floor(seconds))
      const counts = PARTS.toReversed().map(([unit, size]) => {
        const count = rest % size
        rest = Math.floor(rest / size)
        // Whole days are seldom abbreviated.
        return { unit, count, unitDisplay: unit === 'day' ? ('long' as const) : ('short' as const) }
      })
      const first = counts.findLastIndex(({ count }) => count > 0)
      return counts
        .slice(Math.max(0, first - 1), Math.max(1, first + 1))
        .toReversed()
        .map(({ unit, count, unitDisplay }) =>
          once(
            tag(),
            `unit ${unit}`,
            (now) => new Intl.NumberFormat(now, { style: 'unit', unit, unitDisplay }),
          ).format(count),
        )
        .join(' ')
    },
  }
}

export const words: LocalWords = wordsIn(text, () => tagOf(language()))
