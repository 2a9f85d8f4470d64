import { TemplateError } from './lexer.ts'
import { isList, memberOf, numberOf, truthy, type Value } from './values.ts'
import { equal, includes, keysOf, mapped, textOf, valuesOf } from './walked.ts'
import type { Work } from './work.ts'

type Builtin = (of: Value, args: readonly Value[], work: Work) => Value

const orElse = (number: number | undefined, fallback: Value): Value => {
  if (number !== undefined) return number
  if (fallback === undefined) throw new TemplateError('A value is no number')
  return fallback
}
const float: Builtin = (of, [fallback]) => orElse(numberOf(of), fallback)
const int: Builtin = (of, [fallback]) => {
  const number = numberOf(of)
  return orElse(number === undefined ? undefined : Math.trunc(number), fallback)
}
const missing: Builtin = (of, [fallback = '', ifFalse]) =>
  of === undefined || (truthy(ifFalse) && !truthy(of)) ? fallback : of
const numbers = (of: Value, work: Work): number[] =>
  work
    .items(of)
    .map(numberOf)
    .filter((one) => one !== undefined)
const least = (of: readonly number[]): number => of.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const greatest = (of: readonly number[]): number =>
  of.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

function round(of: Value, [digits, method]: readonly Value[]): Value {
  const number = numberOf(of)
  if (number === undefined) throw new TemplateError('A value is no number')
  const factor = 10 ** Math.min(12, Math.max(0, numberOf(digits) ?? 0))
  const by = method === 'floor' ? Math.floor : method === 'ceil' ? Math.ceil : Math.round
  return by(number * factor) / factor
}

/** Jinja's truncate: `leeway` characters more are left alone, `end` stands for what is cut. */
function truncate(
  of: Value,
  [length = 255, whole = false, end = '...', leeway = 5]: readonly Value[],
  work: Work,
): Value {
  const text = textOf(of, work)
  const longest = numberOf(length) ?? 255
  if (text.length <= longest + (numberOf(leeway) ?? 0)) return text
  const tail = textOf(end, work)
  const cut = text.slice(0, Math.max(0, longest - tail.length))
  return (truthy(whole) ? cut : cut.slice(0, cut.lastIndexOf(' ') >>> 0)) + tail
}

const replaced: Builtin = (of, [from, to], work) => {
  const [text, part, by] = [textOf(of, work), textOf(from, work), textOf(to, work)]
  return part === '' ? text : work.joined(text.split(part), by)
}

const split: Builtin = (of, [by], work) => {
  const text = textOf(of, work)
  const parts = by === undefined ? text.trim().split(/\s+/) : text.split(textOf(by, work) || '\0')
  return work.made(parts.slice(0, 1000))
}

/** Written piece by piece, so that what would be too long is never made. */
function jsonOf(value: Value, work: Work, depth = 0): string {
  work.spend()
  if (typeof value === 'string') return JSON.stringify(work.read(value))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const inner = work.within(depth)
  if (isList(value))
    return `[${work.joined(
      mapped(value, (one) => jsonOf(one, work, inner)),
      ',',
    )}]`
  const pairs = mapped(
    keysOf(value, work),
    (key) => `${JSON.stringify(textOf(key, work))}:${jsonOf(memberOf(value, key), work, inner)}`,
  )
  return `{${work.joined(pairs, ',')}}`
}

const lower: Builtin = (of, _args, work) => textOf(of, work).toLowerCase()
const trimmed: Builtin = (of, _args, work) => textOf(of, work).trim()
const json: Builtin = (of, _args, work) => work.bounded(jsonOf(of, work))

const shared: readonly (readonly [string, Builtin])[] = [
  ['lower', lower],
  ['upper', (of, _args, work) => textOf(of, work).toUpperCase()],
  [
    'title',
    (of, _args, work) =>
      textOf(of, work)
        .toLowerCase()
        .replace(/\b[a-z]/g, (one) => one.toUpperCase()),
  ],
  [
    'capitalize',
    (of, _args, work) => {
      const text = textOf(of, work)
      return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()
    },
  ],
  ['replace', replaced],
]

/** `value | name(…)`. */
export const filters: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...shared,
  ['trim', trimmed],
  ['default', missing],
  ['d', missing],
  ['int', int],
  ['float', float],
  ['round', round],
  ['abs', (of) => Math.abs(numberOf(of) ?? Number.NaN)],
  [
    'bool',
    (of, args, work) =>
      typeof of === 'string'
        ? ['true', 'yes', 'on', '1'].includes(String(lower(of, args, work)))
        : truthy(of),
  ],
  ['string', (of, _args, work) => textOf(of, work)],
  ['truncate', truncate],
  ['tojson', json],
  ['to_json', json],
  ['is_defined', (of) => of],
  [
    'length',
    (of, _args, work) => (typeof of === 'string' || isList(of) ? of.length : keysOf(of, work).length),
  ],
  ['list', (of, _args, work) => (isList(of) ? of : work.made(keysOf(of, work)))],
  ['first', (of) => memberOf(of, 0)],
  ['last', (of) => memberOf(of, -1)],
  [
    'min',
    (of, _args, work) => {
      const all = numbers(of, work)
      return all.length > 0 ? least(all) : undefined
    },
  ],
  [
    'max',
    (of, _args, work) => {
      const all = numbers(of, work)
      return all.length > 0 ? greatest(all) : undefined
    },
  ],
  [
    'join',
    (of, [by], work) =>
      work.joined(
        mapped(isList(of) ? of : [], (one) => textOf(one, work)),
        textOf(by, work),
      ),
  ],
  ['iif', (of, [yes = true, no = false]) => (truthy(of) ? yes : no)],
])

/** `value.name(…)`. */
export const methods: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...shared,
  ['get', (of, [key, fallback = null]) => memberOf(of, key) ?? fallback],
  ['keys', (of, _args, work) => work.made(keysOf(of, work))],
  ['values', (of, _args, work) => work.made(valuesOf(of, work))],
  [
    'items',
    (of, _args, work) => work.made(keysOf(of, work).map((key) => work.made([key, memberOf(of, key)]))),
  ],
  ['strip', trimmed],
  ['split', split],
  ['startswith', (of, [start], work) => textOf(of, work).startsWith(textOf(start, work))],
  ['endswith', (of, [end], work) => textOf(of, work).endsWith(textOf(end, work))],
])

/** `name(…)`. */
export const functions: ReadonlyMap<string, (args: readonly Value[], work: Work) => Value> = new Map([
  ['float', ([of, ...rest]: readonly Value[], work: Work) => float(of, rest, work)],
  ['int', ([of, ...rest]: readonly Value[], work: Work) => int(of, rest, work)],
  ['bool', ([of]: readonly Value[]) => truthy(of)],
  ['iif', ([test, yes = true, no = false]: readonly Value[]) => (truthy(test) ? yes : no)],
  ['min', (args: readonly Value[], work: Work) => least(numbers(args, work))],
  ['max', (args: readonly Value[], work: Work) => greatest(numbers(args, work))],
])

type Test = (of: Value, args: readonly Value[], work: Work) => boolean

/** `value is name`. */
export const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', (of) => of !== undefined],
  ['undefined', (of) => of === undefined],
  ['none', (of) => of === null],
  ['number', (of) => typeof of === 'number'],
  ['string', (of) => typeof of === 'string'],
  ['boolean', (of) => typeof of === 'boolean'],
  ['true', (of) => of === true],
  ['false', (of) => of === false],
  ['mapping', (of) => typeof of === 'object' && of !== null && !isList(of)],
  ['iterable', (of) => typeof of === 'string' || (typeof of === 'object' && of !== null)],
  ['eq', (of, [other], work) => equal(of, other, work)],
  ['in', (of, [list], work) => includes(list, of, work)],
])
