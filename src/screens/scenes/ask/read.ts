import type { SunMoment, WindowEnd } from '#schemas/generated/entities/rule.ts'
import { type Lexicon, type Meaning, NAMING_ROLES, type Role } from './lexicon.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A moment of the day. */
export type Moment = { hour: number; minute: number } | { sun: SunMoment }

/** What several words say of time together. */
type Timing =
  | { is: 'moment'; moment: Moment }
  | { is: 'span'; from: WindowEnd; to: WindowEnd }
  /** After or before a moment. */
  | { is: 'beyond'; side: 'after' | 'before'; moment: Moment }
  /** So long; `holds` where it is to stay so for that time. */
  | { is: 'duration'; ms: number; holds?: true }
  /** Then; `soft` where it may also be how long it takes: "in 10 Minuten". */
  | { is: 'later'; ms: number; soft?: true }

/** Words that mean something together; of those nobody knows, only which devices have them in their names. */
export interface Piece {
  meanings: readonly (Meaning | Timing)[]
  from: number
  to: number
  named?: readonly string[]
  unknown?: true
}

export const meant = <I extends Piece['meanings'][number]['is']>(
  { meanings }: Piece,
  is: I,
): Extract<Piece['meanings'][number], { is: I }> | undefined =>
  meanings.find((one): one is Extract<Piece['meanings'][number], { is: I }> => one.is === is)

/** Nobody knows what it means; a text is nothing but told. */
export const isUnknown = ({ unknown, meanings }: Piece): boolean =>
  unknown === true || (meanings.length > 0 && meanings.every(({ is }) => is === 'quote'))

export const plays = ({ meanings }: Piece, ...roles: readonly Role[]): boolean =>
  meanings.some((one) => one.is === 'role' && roles.includes(one.role))

/** The sentence in pieces, times among them put together. */
export const piecesOf = (sentence: string, lexicon: Lexicon): Piece[] =>
  timed(plainPieces(tokensOf(sentence), lexicon))

function plainPieces(tokens: readonly Token[], lexicon: Lexicon): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token
    const { from, to, text, quoted } = token
    const found = quoted === undefined ? lexicon.at(tokens, at) : undefined
    const called = quoted === undefined ? undefined : calledSo(tokens, at, pieces.at(-1), lexicon)
    if (called) pieces.splice(-1, 1, { from: pieces.at(-1)?.from ?? from, to, meanings: called })
    else if (quoted !== undefined) pieces.push({ from, to, meanings: quotedAs(quoted, lexicon) })
    else if (found) {
      const end = tokens[at + found.length - 1]?.to ?? to
      const figures = found.length === 1 ? figuresOf(text) : []
      pieces.push({ from, to: end, meanings: [...figures, ...found.meanings] })
      at += found.length - 1
    } else if (/^\d/.test(text)) pieces.push({ from, to, meanings: figuresOf(text) })
    else if (/^[,;.:!?]$/.test(text)) pieces.push({ from, to, meanings: [{ is: 'comma' }] })
    else if (/^\p{L}/u.test(text)) pieces.push(...unsaid(token, lexicon, pieces.at(-1)))
    at += 1
  }
  return pieces
}

/** What stands between quotation marks is a text, and perhaps a name. */
function quotedAs(text: string, lexicon: Lexicon): Meaning[] {
  const tokens = tokensOf(text)
  const found = lexicon.at(tokens, 0)
  return [{ is: 'quote', text }, ...(found && found.length === tokens.length ? found.meanings : [])]
}

/** "Der Status «Abwesend»", "the scene “Good night”": with the word before it, it is the name of one. */
function calledSo(
  tokens: readonly Token[],
  at: number,
  before: Piece | undefined,
  lexicon: Lexicon,
): readonly Meaning[] | undefined {
  if (!before || !plays(before, ...NAMING_ROLES)) return undefined
  const words = [
    ...tokens.filter(({ from, to }) => from >= before.from && to <= before.to),
    ...tokensOf(tokens[at]?.quoted ?? ''),
  ]
  const found = lexicon.at(words, 0)
  return found?.length === words.length ? found.meanings : undefined
}

function figuresOf(text: string): Meaning[] {
  const [, hour, sign, minute] = /^(\d{1,2})([:.])(\d{2})$/.exec(text) ?? []
  const number = Number(text.replace(',', '.'))
  const figures: Meaning[] = Number.isFinite(number) && text !== '' ? [{ is: 'number', value: number }] : []
  if (sign === undefined || Number(hour) > 23 || Number(minute) > 59) return figures
  return [{ is: 'clock', hour: Number(hour), minute: Number(minute) }, ...figures]
}

/** A word that stands in no list: made of two, or one of a device's name. */
function unsaid({ text, from, to }: Token, lexicon: Lexicon, before: Piece | undefined): Piece[] {
  const named = lexicon.named(text)
  if (named.length === 0) {
    const parts = lexicon.split(text)
    return [parts ? { from, to, ...parts } : { from, to, meanings: [], unknown: true }]
  }
  const both = named.filter((id) => before?.named?.includes(id))
  if (before?.named && both.length > 0) {
    before.named = both
    before.to = to
    return []
  }
  return [{ from, to, meanings: [], named }]
}

/** Minutes. */
const DAY = 24 * 60

/** Further away it would belong to another part of the day. */
const FARTHEST = 12 * 3_600_000

const DURATIONS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** Puts together what is said of time: "zwischen 22 Uhr und Sonnenaufgang" is one thing. */
function timed(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (let at = 0; at < pieces.length; ) {
    const found =
      spanAt(pieces, at) ?? relativeAt(pieces, at) ?? durationWith(pieces, at) ?? momentWith(pieces, at)
    if (!found) {
      out.push(pieces[at] as Piece)
      at += 1
      continue
    }
    const { timing, length } = found
    const from = (pieces[at] as Piece).from
    out.push({ from, to: pieces[at + length - 1]?.to ?? from, meanings: [timing] })
    at += length
  }
  return out
}

interface Read<T> {
  length: number
  timing: T
}

const isOnly = (piece: Piece | undefined, ...roles: readonly Role[]): boolean =>
  piece !== undefined && plays(piece, ...roles)

/** How many words without a meaning stand there. */
const fillers = (pieces: readonly Piece[], at: number): number => {
  let count = 0
  while (isOnly(pieces[at + count], 'filler') && count < 3) count += 1
  return count
}

/** A time of the day at that place; a bare number is one only where another word says so. */
function momentAt(pieces: readonly Piece[], at: number, bare: boolean): Read<Moment> | undefined {
  const skipped = fillers(pieces, at)
  const piece = pieces[at + skipped]
  const behind = pieces[at + skipped + 1]
  if (!piece) return undefined
  const sun = meant(piece, 'sun')
  if (sun) return { length: skipped + 1, timing: { sun: { event: sun.event } } }
  const shift = meant(piece, 'part')
  const whole = shift && momentAt(pieces, at + skipped + 1, true)
  if (shift && whole && 'hour' in whole.timing) {
    const minutes = (whole.timing.hour * 60 + whole.timing.minute + shift.minutes + DAY) % DAY
    const timing = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
    return { length: skipped + 1 + whole.length, timing }
  }
  const clock = meant(piece, 'clock')
  const number = meant(piece, 'number')
  const isOf = behind !== undefined && (meant(behind, 'unit') !== undefined || isOnly(behind, 'toggle'))
  const part = isOnly(behind, 'morning') ? 0 : isOnly(behind, 'evening') ? 12 : undefined
  const told = part !== undefined || isOnly(behind, 'oclock')
  const hour = clock?.hour ?? (number && (told || bare) && !isOf ? number.value : undefined)
  if (hour === undefined || !Number.isInteger(hour) || hour < 0 || hour > 23) return undefined
  if (clock && isOf && number) return undefined
  const shifted = part === undefined || hour > 12 ? hour : (hour % 12) + part
  // "6 Uhr 30"
  const rest = isOnly(behind, 'oclock') ? pieces[at + skipped + 2] : undefined
  const minutes = rest && !clock ? meant(rest, 'number')?.value : undefined
  const after = pieces[at + skipped + 3]
  const isMinutes =
    minutes !== undefined && Number.isInteger(minutes) && minutes < 60 && !(after && meant(after, 'unit'))
  return {
    length: skipped + 1 + (told ? 1 : 0) + (isMinutes ? 1 : 0),
    timing: { hour: shifted, minute: clock?.minute ?? (isMinutes ? minutes : 0) },
  }
}

function durationAt(pieces: readonly Piece[], at: number): Read<number> | undefined {
  let ms = 0
  let length = 0
  for (;;) {
    const joined = length > 0 && isOnly(pieces[at + length], 'and') ? 1 : 0
    const [figure, unit] = [pieces[at + length + joined], pieces[at + length + joined + 1]]
    const size = DURATIONS[(unit && meant(unit, 'unit')?.unit) ?? '']
    const value = figure && meant(figure, 'number')?.value
    if (size === undefined || value === undefined) break
    ms += Math.round(value * size)
    length += joined + 2
  }
  return ms > 0 && ms <= 30 * 86_400_000 ? { length, timing: ms } : undefined
}

function spanAt(pieces: readonly Piece[], at: number): Read<Timing> | undefined {
  if (!isOnly(pieces[at], 'between', 'from')) return undefined
  const from = momentAt(pieces, at + 1, true)
  if (!from || !isOnly(pieces[at + 1 + from.length], 'and', 'until')) return undefined
  const to = momentAt(pieces, at + 2 + from.length, true)
  if (!to) return undefined
  return { length: 2 + from.length + to.length, timing: { is: 'span', from: from.timing, to: to.timing } }
}

/** "30 Minuten vor Sonnenuntergang", "nach 22 Uhr", "nach 5 Minuten". */
function relativeAt(pieces: readonly Piece[], at: number): Read<Timing> | undefined {
  const distance = durationAt(pieces, at)
  const where = at + (distance?.length ?? 0)
  const side = isOnly(pieces[where], 'after')
    ? 'after'
    : isOnly(pieces[where], 'before')
      ? 'before'
      : undefined
  if (!side) return undefined
  if (!distance) {
    const pause = side === 'after' ? durationAt(pieces, where + 1) : undefined
    const soft = isOnly(pieces[where], 'filler') ? ({ soft: true } as const) : {}
    if (pause) return { length: 1 + pause.length, timing: { is: 'later', ms: pause.timing, ...soft } }
  }
  const moment = momentAt(pieces, where + 1, false)
  if (!moment) return undefined
  const length = where - at + 1 + moment.length
  if (!distance) return { length, timing: { is: 'beyond', side, moment: moment.timing } }
  if (!('sun' in moment.timing) || distance.timing > FARTHEST) return undefined
  const offset = side === 'after' ? distance.timing : -distance.timing
  return { length, timing: { is: 'moment', moment: { sun: { ...moment.timing.sun, offset } } } }
}

/** "für 5 Minuten", "seit 10 Minuten", "warte 5 Minuten", "5 Minuten später". */
function durationWith(pieces: readonly Piece[], at: number): Read<Timing> | undefined {
  const led = isOnly(pieces[at], 'for', 'since', 'wait', 'within') ? 1 : 0
  const duration = durationAt(pieces, at + led)
  if (!duration) return undefined
  const { length, timing: ms } = duration
  if (led === 1 && isOnly(pieces[at], 'wait')) return { length: 1 + length, timing: { is: 'later', ms } }
  if (led === 0 && isOnly(pieces[at + length], 'wait'))
    return { length: length + 1, timing: { is: 'later', ms } }
  const holds = led === 1 && isOnly(pieces[at], 'for') ? ({ holds: true } as const) : {}
  return { length: led + length, timing: { is: 'duration', ms, ...holds } }
}

function momentWith(pieces: readonly Piece[], at: number): Read<Timing> | undefined {
  const led = isOnly(pieces[at], 'at') ? 1 : 0
  const moment = momentAt(pieces, at + led, led === 1)
  // A word that says nothing does not become part of a time that follows it by chance.
  if (!moment) return undefined
  return { length: led + moment.length, timing: { is: 'moment', moment: moment.timing } }
}
