import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { clamp, toNumber } from '../../shared/numbers.ts'
import { type PropertySpec, specOf } from '../../shared/property-spec.ts'
import { UNKNOWN } from '../../shared/read.ts'
import { onOf } from '../../shared/switching.ts'

export const kind = 'timeTrigger'

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Day = (typeof DAYS)[number]

export interface Options extends PropertySpec {
  /** Days that the device can repeat on. */
  days: readonly Day[]
  /** It counts seconds as well. */
  seconds: boolean
  /** It can be switched off without losing its time. */
  switchable: boolean
}

/** When it goes off; undefined while nobody knows (spec 2 §3: hour, minute, second, a flag per weekday, active). */
export type Shown =
  | { active: boolean; hour: number; minute: number; second: number; days: readonly Day[] }
  | undefined

export function options(value: Value, placed: Placed): Options {
  const fields = value.fields ?? {}
  const has = (name: string): boolean => Object.hasOwn(fields, name)
  return {
    ...specOf(placed),
    days: DAYS.filter(has),
    seconds: has('second'),
    switchable: has('active'),
  }
}

const part = (raw: unknown, max: number): number => clamp(Math.trunc(toNumber(raw) ?? 0), { min: 0, max })

// spec 2 §5: hours 0 to 23, minutes and seconds 0 to 59.
export function decode(raw: RawValue | undefined, { days, switchable, value }: Options): Shown {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return undefined
  const fields = new Map<string, unknown>(Object.entries(raw))
  if (toNumber(fields.get('hour')) === undefined) return undefined
  const flag = (name: string): boolean =>
    onOf(fields.get(name), { on: value.fields?.[name]?.on, off: value.fields?.[name]?.off }) === true
  return {
    active: switchable ? flag('active') : true,
    hour: part(fields.get('hour'), 23),
    minute: part(fields.get('minute'), 59),
    second: part(fields.get('second'), 59),
    days: days.filter(flag),
  }
}

/** The fields that the device describes, in its own words, and no others. */
export function encode(shown: Shown, { days, seconds, switchable, value }: Options): RawValue {
  const { active, hour, minute, second, days: chosen } = shown ?? MIDNIGHT
  const flag = (name: string, on: boolean): RawValue =>
    (on ? value.fields?.[name]?.on : value.fields?.[name]?.off) ?? on
  return {
    hour: part(hour, 23),
    minute: part(minute, 59),
    ...(seconds && { second: part(second, 59) }),
    ...(switchable && { active: flag('active', active) }),
    ...Object.fromEntries(days.map((day) => [day, flag(day, chosen.includes(day))])),
  }
}

export const MIDNIGHT: NonNullable<Shown> = { active: false, hour: 0, minute: 0, second: 0, days: [] }

const two = (value: number): string => String(value).padStart(2, '0')

/** As a time field of the browser has it. */
export const timeText = (
  { hour, minute, second }: NonNullable<Shown>,
  { seconds }: Pick<Options, 'seconds'>,
): string => `${two(hour)}:${two(minute)}${seconds ? `:${two(second)}` : ''}`

export type Time = Pick<NonNullable<Shown>, 'hour' | 'minute' | 'second'>

/** What somebody typed, as "6:30", "06.30" or "06:30:15"; undefined while it is no time (spec 2 §5). */
export function timeOf(text: string): Time | undefined {
  const found = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/.exec(text.trim())
  if (!found) return undefined
  const [hour = 0, minute = 0, second = 0] = [found[1], found[2], found[3]].map((digits) =>
    Number(digits ?? 0),
  )
  return hour > 23 || minute > 59 || second > 59 ? undefined : { hour, minute, second }
}

const SHORT: Readonly<Record<Day, string>> = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
}

export const dayWord = (day: Day, words: Words): string => words.say(`panels.days.short.${day}`, SHORT[day])

/** "daily", "Mon–Fri", "Mon, Wed": days that follow each other are told as one stretch. */
export function daysText(days: readonly Day[], words: Words): string {
  if (days.length === DAYS.length) return words.say('panels.days.daily', 'daily')
  if (days.length === 0) return words.say('panels.days.once', 'once')
  const stretches: Day[][] = []
  for (const day of DAYS.filter((one) => days.includes(one))) {
    const last = stretches.at(-1)
    const before = last?.at(-1)
    if (last && before && DAYS.indexOf(before) === DAYS.indexOf(day) - 1) last.push(day)
    else stretches.push([day])
  }
  return stretches
    .flatMap((stretch) => {
      const said = stretch.map((day) => dayWord(day, words))
      return stretch.length > 2 ? [`${said[0]}–${said.at(-1)}`] : said
    })
    .join(', ')
}

export function read(shown: Shown, spec: Options, words: Words): Reading {
  if (!shown) return { text: UNKNOWN, icon: 'clock' }
  if (!shown.active) return { text: words.say('widgets.off', 'off'), icon: 'clock' }
  const repeats = spec.days.length > 0 ? ` ${daysText(shown.days, words)}` : ''
  return { text: `${timeText(shown, spec)}${repeats}`, icon: 'clock' }
}
