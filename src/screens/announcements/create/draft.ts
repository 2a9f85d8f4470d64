import { type MaintenanceWindow, neverOpens, writtenWindow } from '#engine/choosing/WindowFields.tsx'
import { nextOf } from '#gateway/lib/times/repeat.ts'
import type {
  AnnouncementCondition,
  AnnouncementContent,
  AnnouncementFilterType,
  AnnouncementSource,
  AnnouncementTopic,
  AnnouncementType,
  AnnouncementWords,
} from '#schemas/generated/entities/announcement-content.ts'
import type { AnnouncementFile } from '#schemas/generated/entities/announcement-file.ts'
import { lengthOf } from '../limits.ts'

/** In the order in which they are tried. */
export const TYPES = ['pushMobile', 'email', 'whatsapp'] as const satisfies readonly AnnouncementType[]
export const LANGUAGES = ['ch_DE', 'ch_EN'] as const
export const PLACEHOLDERS = ['firstName', 'gateway'] as const
export const CONDITIONS = [
  ...['gatewayOffline', 'gatewayOnline', 'noGateway'],
] as const satisfies readonly AnnouncementCondition[]
/** From the largest to the smallest, with the ms of one. */
export const DELAYS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 } as const
export type Delay = Readonly<Record<keyof typeof DELAYS, number>>
/** How often what is repeated comes. */
export const RHYTHMS = ['day', 'week', 'month'] as const
/** Days that every month has. */
export const MONTH_DAYS = 28
/** Of what is repeated so many times are shown ahead. */
const AHEAD = 3

export interface Rhythm {
  every: (typeof RHYTHMS)[number]
  /** 0 is Monday. */
  weekday: number
  /** Day of the month, from 1 to MONTH_DAYS. */
  date: number
  /** Last day, yyyy-mm-dd; without one it never ends. */
  until: string
}

export type Language = (typeof LANGUAGES)[number]

/** What is typed, before it is an announcement. */
export interface Draft {
  name: string
  types: readonly AnnouncementType[]
  filterType: AnnouncementFilterType
  filter: readonly string[]
  words: Readonly<Record<Language, AnnouncementWords>>
  topic: AnnouncementTopic
  moment: 'now' | 'once' | 'after' | 'repeat'
  /** yyyy-mm-dd and hh:mm, by the clock of this device. */
  day: string
  time: string
  /** How long after it was sent. */
  delay: Delay
  rhythm: Rhythm
  condition: AnnouncementCondition | ''
  /** Hours of the day in which people are told, by their own clocks; without any, whenever it is their turn. */
  window?: MaintenanceWindow | undefined
  /** Goes with each e-mail. */
  file?: AnnouncementFile | undefined
  /** What it was made from. */
  template?: AnnouncementSource
}

const noWords: AnnouncementWords = { title: '', text: '' }

export const emptyDraft: Draft = {
  ...{ name: '', types: ['email'], filterType: 'all', filter: [], topic: 'SYS' },
  words: { ch_DE: noWords, ch_EN: noWords },
  ...{ moment: 'now', day: '', time: '09:00', delay: { days: 0, hours: 1, minutes: 0 }, condition: '' },
  rhythm: { every: 'week', weekday: 0, date: 1, until: '' },
}

export type Fault =
  | 'NO_ANNOUNCEMENT_TYPE'
  | 'ANNOUNCEMENT_TOO_LONG'
  | 'DATE_IN_PAST'
  | 'FILE_NEEDS_EMAIL'
  | 'FILTER_EMPTY'
  | 'missing.window'
  | 'missing.name'
  | 'missing.title'
  | 'missing.text'
  | 'missing.day'
  | 'missing.delay'

export const isComplete = ({ title, text }: AnnouncementWords): boolean =>
  title.trim() !== '' && text.trim() !== ''

const isEmpty = ({ title, text }: AnnouncementWords): boolean => title.trim() === '' && text.trim() === ''

type Repeated = Pick<Draft, 'time' | 'rhythm'>

/** As a cron-like string; undefined as long as no time is chosen. */
function cronOf({ time, rhythm: { every, weekday, date } }: Repeated): string | undefined {
  const [hour, minute] = time.split(':').map(Number)
  if (time === '') return undefined
  // There, Sunday is the first day of the week.
  const [day, of] = [every === 'month' ? date : '*', every === 'week' ? (weekday + 1) % 7 : '*']
  return `${minute} ${hour} ${day} * ${of}`
}

const endOf = ({ until }: Rhythm): number | undefined =>
  until === '' ? undefined : new Date(`${until}T23:59:59`).getTime()

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The next times of what is repeated, in ms since the epoch, by the clock of this device. */
export function timesOf(draft: Repeated, now: number): readonly number[] {
  const repeat = cronOf(draft)
  const end = endOf(draft.rhythm) ?? Number.POSITIVE_INFINITY
  const found: number[] = []
  let at: number | undefined = now
  while (repeat && found.length < AHEAD) {
    at = nextOf(repeat, at, zoneHere())
    if (at === undefined || at > end) break
    found.push(at)
  }
  return found
}

/** When it is sent, in ms since the epoch; undefined when at once, or as long as it is not chosen. */
export function momentOf(
  { moment, day, time, delay, rhythm }: Pick<Draft, 'moment' | 'day' | 'time' | 'delay' | 'rhythm'>,
  now: number,
): number | undefined {
  if (moment === 'now') return undefined
  if (moment === 'repeat') return timesOf({ time, rhythm }, now)[0]
  if (moment === 'after') {
    const ms = Object.entries(DELAYS).reduce(
      (sum, [unit, each]) => sum + delay[unit as keyof Delay] * each,
      0,
    )
    return ms > 0 ? now + ms : undefined
  }
  const at = day === '' || time === '' ? Number.NaN : new Date(`${day}T${time}`).getTime()
  return Number.isNaN(at) ? undefined : at
}

interface Limits {
  title: number
  text: number
  now: number
}

const isWhole = (window: MaintenanceWindow): boolean =>
  window.from !== '' && window.until !== '' && !neverOpens(window)

/** What is wrong with it, in the order of the page (spec 3 §5). */
export function faultsIn(draft: Draft, { title, text, now }: Limits): readonly Fault[] {
  const { name, types, filterType, filter, words, moment } = draft
  const written = LANGUAGES.map((language) => words[language]).filter((one) => !isEmpty(one))
  const at = momentOf(draft, now)
  const wrong: readonly (readonly [boolean, Fault])[] = [
    [name.trim() === '', 'missing.name'],
    [filterType !== 'all' && filter.length === 0, 'FILTER_EMPTY'],
    [types.length === 0, 'NO_ANNOUNCEMENT_TYPE'],
    [written.length === 0 || written.some((one) => one.title.trim() === ''), 'missing.title'],
    [written.length === 0 || written.some((one) => one.text.trim() === ''), 'missing.text'],
    [
      written.some((one) => lengthOf(one.title) > title || lengthOf(one.text) > text),
      'ANNOUNCEMENT_TOO_LONG',
    ],
    [draft.file !== undefined && !types.includes('email'), 'FILE_NEEDS_EMAIL'],
    [moment === 'once' && at === undefined, 'missing.day'],
    [moment === 'repeat' && draft.time === '', 'missing.day'],
    [moment === 'repeat' && draft.time !== '' && at === undefined, 'DATE_IN_PAST'],
    [moment === 'once' && at !== undefined && at < now, 'DATE_IN_PAST'],
    [moment === 'after' && at === undefined, 'missing.delay'],
    [draft.window !== undefined && !isWhole(draft.window), 'missing.window'],
  ]
  return wrong.flatMap(([is, fault]) => (is ? [fault] : []))
}

/** Adds an entry; undefined where it is there already, in whatever case. */
export function withEntry(filter: readonly string[], entry: string): readonly string[] | undefined {
  const same = (one: string) => one.localeCompare(entry, undefined, { sensitivity: 'accent' }) === 0
  return filter.some(same) ? undefined : [...filter, entry]
}

/** Ready to be sent: what is read in one language only is read by everybody. */
export function contentOf(draft: Draft, now: number): AnnouncementContent {
  const { name, types, filterType, filter, words, topic, condition, window, template, file } = draft
  const complete = LANGUAGES.filter((language) => isComplete(words[language]))
  const [first = LANGUAGES[0]] = complete
  const at = momentOf(draft, now)
  const cron = draft.moment === 'repeat' ? cronOf(draft) : undefined
  const end = endOf(draft.rhythm)
  const [, ...alsoBy] = TYPES.filter((type) => types.includes(type))
  return {
    ...{ announcementName: name.trim(), ...words[first], topicType: topic, filterType },
    ...(complete.length > 1 && {
      translations: Object.fromEntries(complete.map((language) => [language, words[language]])),
    }),
    ...(filterType !== 'all' && { filter: [...filter] }),
    ...(alsoBy.length > 0 && { alsoBy }),
    ...(at !== undefined && { sendAt: cron ?? new Date(at).toISOString() }),
    ...(cron !== undefined && { zone: zoneHere() }),
    ...(cron !== undefined && end !== undefined && { sendUntil: new Date(end).toISOString() }),
    ...(condition !== '' && { notificationCondition: condition }),
    ...(window && { window: writtenWindow(window) }),
    ...(template && { template }),
    ...(file && { file }),
  }
}
