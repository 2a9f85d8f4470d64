import { unitKey } from '#gateway/lib/models/text-keys.ts'
import { nameOf, valueWord } from '#gateway/lib/names/names.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Phrase, Slot } from './phrase.ts'

/** A language: its texts and figures. */
export interface Speech {
  has(key: string): boolean
  say(key: string, fallback?: string, values?: Record<string, unknown>): string
  number(value: number, digits?: number): string
  /** The day of a moment, epoch ms, in the reader's zone. */
  date(at: number): string
}

/** A piece of a clause: words of the text, or what stands in it, so that a page may set it apart. */
export interface Segment {
  text: string
  is: Slot['is'] | 'words'
  /** Of a device. */
  id?: string
}

const OPEN = '\uE000'
const CLOSE = '\uE001'
const MARK = /\uE000(\w+)\uE001/

export function segmentsOf(phrase: Phrase, speech: Speech): Segment[] {
  const key = phrase.keys.find((one) => speech.has(one)) ?? phrase.keys.at(-1) ?? ''
  const marks = Object.fromEntries(Object.keys(phrase.slots).map((name) => [name, `${OPEN}${name}${CLOSE}`]))
  // Names of slots stand at the odd places.
  return speech
    .say(key, '', marks)
    .split(MARK)
    .flatMap((part, at) => {
      if (at % 2 === 0) return part === '' ? [] : [{ text: part, is: 'words' as const }]
      const slot = phrase.slots[part]
      return slot ? ofSlot(slot, speech) : []
    })
}

/** The clause as one text. */
export const speak = (phrase: Phrase, speech: Speech): string =>
  segmentsOf(phrase, speech)
    .map(({ text }) => text)
    .join('')

/** The clause by itself, or where a sentence begins with it. */
export function sentence(phrase: Phrase, speech: Speech): string {
  const clause = speak(phrase, speech)
  return clause.charAt(0).toLocaleUpperCase() + clause.slice(1)
}

/** What stands in a text, by itself. */
export const spokenSlot = (slot: Slot, speech: Speech): string =>
  ofSlot(slot, speech)
    .map(({ text }) => text)
    .join('')

function ofSlot(slot: Slot, speech: Speech): Segment[] {
  if (slot.is === 'phrase') return segmentsOf(slot.phrase, speech)
  if (slot.is === 'phrases') return joined(slot, speech)
  if (slot.is === 'pieces') return slot.pieces.flatMap((piece) => ofSlot(piece, speech))
  if (slot.is === 'device') return [{ text: slot.name, is: 'device', id: slot.id }]
  return [{ text: plain(slot, speech), is: slot.is }]
}

/** What stands between the last two of a list is cut out of the text that joins them. */
function joined({ phrases, joint }: Extract<Slot, { is: 'phrases' }>, speech: Speech): Segment[] {
  const [, last = ''] = speech.say(`sentences.${joint}`, '', { list: OPEN, last: CLOSE }).split(OPEN)
  const between = last.split(CLOSE)[0] ?? ''
  return phrases.flatMap((phrase, n) => {
    const said = segmentsOf(phrase, speech)
    if (n === 0) return said
    return [{ text: n === phrases.length - 1 ? between : ', ', is: 'words' as const }, ...said]
  })
}

function plain(
  slot: Exclude<Slot, { is: 'phrase' | 'phrases' | 'pieces' | 'device' }>,
  speech: Speech,
): string {
  switch (slot.is) {
    case 'status':
      return speech.say(`statuses.names.${slot.name}`, slot.name)
    case 'property':
      return nameOf({ ...slot, value: slot.described }, speech)
    case 'value':
      return spokenValue(slot, speech)
    case 'duration':
      return duration(slot.ms, speech)
    case 'time':
      return time(slot)
    case 'date':
      if (slot.year === undefined)
        return speech.say('sentences.dayOfYear', '', {
          day: slot.day,
          month: speech.say(`sentences.months.${slot.month}`),
        })
      // Noon in Greenwich is the same day in nearly every zone.
      return speech.date(Date.UTC(slot.year, slot.month - 1, slot.day, 12))
    case 'days':
      return daysOf(slot.days, speech)
    case 'text':
      return slot.text
  }
}

/** A value as its tile would say it: figures with their unit, everything else by its word. */
export function spokenValue(
  { service, property, value, described }: Extract<Slot, { is: 'value' }>,
  speech: Speech,
): string {
  const label = labelOf(value, described)
  const figure = label === undefined ? figureOf(value, described) : undefined
  if (figure !== undefined) {
    const { scale = 1, precision, unit } = described ?? {}
    const shown = Number((figure * scale).toPrecision(12))
    return speech.number(shown, Number.isInteger(shown) ? 0 : precision) + afterFigure(unit, speech)
  }
  if (described?.kind === 'text' || described?.kind === 'color') return String(value)
  return valueWord({ service, property, value: described }, value, speech, label)
}

function labelOf(value: unknown, described: Value | undefined): string | undefined {
  const named = [...(described?.options ?? []), ...(described?.presets ?? [])]
  return named.find((one) => String(one.value) === String(value))?.label
}

function figureOf(value: string | number | boolean, described: Value | undefined): number | undefined {
  if (described && described.kind !== 'number' && described.kind !== 'range') return undefined
  if (typeof value === 'boolean' || String(value).trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function afterFigure(unit: string | undefined, speech: Speech): string {
  if (unit === undefined || unit === '') return ''
  const word = speech.say(unitKey(unit), unit)
  return word === '°' ? word : `\u00a0${word}`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** From the largest; the last of them takes what is left. */
const UNITS = [
  ['wholeDays', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
  ['seconds', 1000],
] as const

/**
 * 2.9-020, 2.9-021: in seconds under a minute, else in minutes; from two hours, and for one, in hours, and above a day
 * in days (decision 0285). What is left is said in the smaller units: nobody counts in hundredths of a minute.
 */
export function duration(ms: number, speech: Speech): string {
  const largest = ms > DAY ? DAY : ms >= 2 * HOUR || ms === HOUR ? HOUR : MINUTE
  let rest = Math.round(ms / 10) * 10
  const said = UNITS.filter(([, size]) => size <= largest).flatMap(([unit, size]) => {
    const count = unit === 'seconds' ? rest / size : Math.floor(rest / size)
    rest -= count * size
    return count > 0 ? [speech.say(`sentences.${unit}`, '', { count })] : []
  })
  return said.length > 0 ? said.join(' ') : speech.say('sentences.seconds', '', { count: 0 })
}

const two = (part: number): string => String(part).padStart(2, '0')

const time = ({ hour, minute, second }: { hour: number; minute: number; second: number }): string =>
  [hour, minute, ...(second > 0 ? [second] : [])].map(two).join(':')

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** "Monday to Friday", "Saturday and Sunday", "Monday, Wednesday and Friday". */
function daysOf(days: readonly number[], speech: Speech): string {
  const names = days.map((day) => speech.say(`sentences.days.${DAYS[day] ?? ''}`))
  const [first = '', last = ''] = [names.at(0), names.at(-1)]
  const row = days.every((day, n) => day === (days[0] ?? 0) + n)
  if (row && names.length > 2) return speech.say('sentences.to', '', { first, last })
  if (names.length < 2) return first
  return speech.say('sentences.and', '', { list: names.slice(0, -1).join(', '), last })
}
