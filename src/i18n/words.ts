import { language } from './i18n.ts'
import { tagOf } from './languages.ts'
import { text } from './useText.ts'

/** Numbers and times in the manner of the language; the engine's `Words` and more. */
export interface LocalWords {
  number(value: number, digits?: number): string
  say(key: string, fallback: string): string
  /** "vor 3 Min.": for what happened a while ago, epoch ms. */
  age(at: number, now: number): string
  /** "14:02" today, "3. Mai, 14:02" earlier or later; by the clocks of a zone of the IANA database, else by one's own. */
  moment(at: number, now: number, timeZone?: string): string
  date(at: number): string
  /** "3 Std. 5 Min.": the two largest units of a number of seconds. */
  duration(seconds: number): string
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const formats = new Map<string, unknown>()

/** `Intl` objects are dear to make and used for every value on screen. */
function once<T>(key: string, make: (tag: string) => T): T {
  const tag = tagOf(language())
  const id = `${tag} ${key}`
  const known = formats.get(id) as T | undefined
  if (known !== undefined) return known
  const made = make(tag)
  formats.set(id, made)
  return made
}

/** Small figures need no grouping, and both languages write the point: `Intl` takes long to load its data. */
function small(value: number, digits: number | undefined): string | undefined {
  if (!(value >= 0 && value < 999)) return undefined
  return digits === undefined ? String(Number(value.toFixed(3))) : value.toFixed(digits)
}

const number = (value: number, digits?: number): string =>
  small(value, digits) ??
  once(
    `number ${digits ?? ''}`,
    (tag) =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits ?? 0,
        maximumFractionDigits: digits ?? 3,
      }),
  ).format(value)

/** Up to here seconds would only pretend to be exact. */
const JUST_NOW = 5000

function age(at: number, now: number): string {
  const past = Math.max(0, now - at)
  if (past < JUST_NOW) return text.t('shell.justNow')
  const format = once('age', (tag) => new Intl.RelativeTimeFormat(tag, { style: 'short' }))
  const [unit, size] = STEPS.find(([, length]) => past >= length) ?? (['second', 1000] as const)
  return format.format(-Math.floor(past / size), unit)
}

const clock = (at: number, timeZone: string | undefined): string =>
  once(
    `time ${timeZone}`,
    (tag) => new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hour12: false, timeZone }),
  ).format(at)

const date = (at: number): string =>
  once('date', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })).format(at)

const dayOf = (at: number, timeZone: string | undefined): string =>
  timeZone === undefined
    ? new Date(at).toDateString()
    : once(
        `date ${timeZone}`,
        (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeZone }),
      ).format(at)

function moment(at: number, now: number, timeZone?: string): string {
  const time = clock(at, timeZone)
  if (dayOf(at, timeZone) === dayOf(now, timeZone)) return time
  const day = once(
    `day ${timeZone}`,
    (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone }),
  )
  return `${day.format(at)}, ${time}`
}

/** Days, hours, minutes and seconds, each with how many of it make the next larger one. */
const PARTS = [
  ['day', Number.POSITIVE_INFINITY],
  ['hour', 24],
  ['minute', 60],
  ['second', 60],
] as const

function duration(seconds: number): string {
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
      once(`unit ${unit}`, (tag) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay })).format(
        count,
      ),
    )
    .join(' ')
}

export const words: LocalWords = {
  number,
  say: (key, fallback) => text.say(key, fallback),
  age,
  moment,
  date,
  duration,
}
