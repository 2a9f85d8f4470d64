import type {
  AnnouncementCondition,
  AnnouncementContent,
  AnnouncementFilterType,
  AnnouncementSource,
  AnnouncementTopic,
  AnnouncementType,
  AnnouncementWords,
} from '#schemas/generated/entities/announcement-content.ts'
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
export type Language = (typeof LANGUAGES)[number]

/** What is typed, before it is an announcement. */
export interface Draft {
  name: string
  types: readonly AnnouncementType[]
  filterType: AnnouncementFilterType
  filter: readonly string[]
  words: Readonly<Record<Language, AnnouncementWords>>
  topic: AnnouncementTopic
  moment: 'now' | 'once' | 'after'
  /** yyyy-mm-dd and hh:mm, by the clock of this device. */
  day: string
  time: string
  /** How long after it was sent. */
  delay: Delay
  condition: AnnouncementCondition | ''
  /** What it was made from. */
  template?: AnnouncementSource
}

const noWords: AnnouncementWords = { title: '', text: '' }

export const emptyDraft: Draft = {
  ...{ name: '', types: ['email'], filterType: 'all', filter: [], topic: 'SYS' },
  words: { ch_DE: noWords, ch_EN: noWords },
  ...{ moment: 'now', day: '', time: '09:00', delay: { days: 0, hours: 1, minutes: 0 }, condition: '' },
}

export type Fault =
  | 'NO_ANNOUNCEMENT_TYPE'
  | 'ANNOUNCEMENT_TOO_LONG'
  | 'DATE_IN_PAST'
  | 'FILTER_EMPTY'
  | 'missing.name'
  | 'missing.title'
  | 'missing.text'
  | 'missing.day'
  | 'missing.delay'

export const isComplete = ({ title, text }: AnnouncementWords): boolean =>
  title.trim() !== '' && text.trim() !== ''

const isEmpty = ({ title, text }: AnnouncementWords): boolean => title.trim() === '' && text.trim() === ''

/** When it is sent, in ms since the epoch; undefined when at once, or as long as it is not chosen. */
export function momentOf(
  { moment, day, time, delay }: Pick<Draft, 'moment' | 'day' | 'time' | 'delay'>,
  now: number,
): number | undefined {
  if (moment === 'now') return undefined
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
    [moment === 'once' && at === undefined, 'missing.day'],
    [moment === 'once' && at !== undefined && at < now, 'DATE_IN_PAST'],
    [moment === 'after' && at === undefined, 'missing.delay'],
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
  const { name, types, filterType, filter, words, topic, condition, template } = draft
  const complete = LANGUAGES.filter((language) => isComplete(words[language]))
  const [first = LANGUAGES[0]] = complete
  const at = momentOf(draft, now)
  const [, ...alsoBy] = TYPES.filter((type) => types.includes(type))
  return {
    ...{ announcementName: name.trim(), ...words[first], topicType: topic, filterType },
    ...(complete.length > 1 && {
      translations: Object.fromEntries(complete.map((language) => [language, words[language]])),
    }),
    ...(filterType !== 'all' && { filter: [...filter] }),
    ...(alsoBy.length > 0 && { alsoBy }),
    ...(at !== undefined && { sendAt: new Date(at).toISOString() }),
    ...(condition !== '' && { notificationCondition: condition }),
    ...(template && { template }),
  }
}
