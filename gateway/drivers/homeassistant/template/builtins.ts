import { TemplateError } from './lexer.ts'
import {
  bounded,
  equal,
  includes,
  isList,
  keysOf,
  memberOf,
  numberOf,
  textOf,
  truthy,
  type Value,
} from './values.ts'

type Builtin = (of: Value, args: readonly Value[]) => Value

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
const numbers = (of: Value): number[] =>
  (isList(of) ? of : []).map(numberOf).filter((one): one is number => one !== undefined)

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
): Value {
  const text = textOf(of)
  const longest = numberOf(length) ?? 255
  if (text.length <= longest + (numberOf(leeway) ?? 0)) return text
  const tail = textOf(end)
  const cut = text.slice(0, Math.max(0, longest - tail.length))
  return (truthy(whole) ? cut : cut.slice(0, cut.lastIndexOf(' ') >>> 0)) + tail
}

const replaced: Builtin = (of, [from, to]) => {
  const [text, part, by] = [textOf(of), textOf(from), textOf(to)]
  if (part === '') return text
  const times = text.split(part).length - 1
  if (times * by.length > 65_536) throw new TemplateError('The result is too long')
  return text.split(part).join(by)
}

const split: Builtin = (of, [by]) => {
  const parts = by === undefined ? textOf(of).trim().split(/\s+/) : textOf(of).split(textOf(by) || '\0')
  return parts.slice(0, 1000)
}

function jsonOf(value: Value): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, one]) => [textOf(key), jsonOf(one)]))
  if (isList(value)) return value.map(jsonOf)
  return value ?? null
}

const shared: readonly (readonly [string, Builtin])[] = [
  ['lower', (of) => textOf(of).toLowerCase()],
  ['upper', (of) => textOf(of).toUpperCase()],
  [
    'title',
    (of) =>
      textOf(of)
        .toLowerCase()
        .replace(/\b[a-z]/g, (one) => one.toUpperCase()),
  ],
  ['capitalize', (of) => textOf(of).slice(0, 1).toUpperCase() + textOf(of).slice(1).toLowerCase()],
  ['replace', replaced],
]

/** `value | name(…)`. */
export const filters: ReadonlyMap<string, Builtin> = new Map([
  ...shared,
  ['trim', (of: Value) => textOf(of).trim()],
  ['default', missing],
  ['d', missing],
  ['int', int],
  ['float', float],
  ['round', round],
  ['abs', (of: Value) => Math.abs(numberOf(of) ?? Number.NaN)],
  [
    'bool',
    (of: Value) =>
      typeof of === 'string' ? ['true', 'yes', 'on', '1'].includes(of.toLowerCase()) : truthy(of),
  ],
  ['string', (of: Value) => textOf(of)],
  ['truncate', truncate],
  ['tojson', (of: Value) => bounded(JSON.stringify(jsonOf(of)))],
  ['to_json', (of: Value) => bounded(JSON.stringify(jsonOf(of)))],
  ['is_defined', (of: Value) => of],
  ['length', (of: Value) => (typeof of === 'string' || isList(of) ? of.length : keysOf(of).length)],
  ['first', (of: Value) => memberOf(of, 0)],
  ['last', (of: Value) => memberOf(of, -1)],
  ['min', (of: Value) => (numbers(of).length > 0 ? Math.min(...numbers(of)) : undefined)],
  ['max', (of: Value) => (numbers(of).length > 0 ? Math.max(...numbers(of)) : undefined)],
  [
    'join',
    (of: Value, [by]: readonly Value[]) =>
      bounded((isList(of) ? of : []).map((one) => textOf(one)).join(textOf(by))),
  ],
  ['iif', (of: Value, [yes = true, no = false]: readonly Value[]) => (truthy(of) ? yes : no)],
])

/** `value.name(…)`. */
export const methods: ReadonlyMap<string, Builtin> = new Map([
  ...shared,
  ['get', (of: Value, [key, fallback = null]: readonly Value[]) => memberOf(of, key) ?? fallback],
  ['strip', (of: Value) => textOf(of).trim()],
  ['split', split],
  ['startswith', (of: Value, [start]: readonly Value[]) => textOf(of).startsWith(textOf(start))],
  ['endswith', (of: Value, [end]: readonly Value[]) => textOf(of).endsWith(textOf(end))],
])

/** `name(…)`. */
export const functions: ReadonlyMap<string, (args: readonly Value[]) => Value> = new Map([
  ['float', ([of, ...rest]: readonly Value[]) => float(of, rest)],
  ['int', ([of, ...rest]: readonly Value[]) => int(of, rest)],
  ['bool', ([of]: readonly Value[]) => truthy(of)],
  ['iif', ([test, yes = true, no = false]: readonly Value[]) => (truthy(test) ? yes : no)],
  ['min', (args: readonly Value[]) => Math.min(...numbers(args))],
  ['max', (args: readonly Value[]) => Math.max(...numbers(args))],
])

/** `value is name`. */
export const tests: ReadonlyMap<string, (of: Value, args: readonly Value[]) => boolean> = new Map([
  ['defined', (of: Value) => of !== undefined],
  ['undefined', (of: Value) => of === undefined],
  ['none', (of: Value) => of === null],
  ['number', (of: Value) => typeof of === 'number'],
  ['string', (of: Value) => typeof of === 'string'],
  ['boolean', (of: Value) => typeof of === 'boolean'],
  ['true', (of: Value) => of === true],
  ['false', (of: Value) => of === false],
  ['mapping', (of: Value) => typeof of === 'object' && of !== null && !isList(of)],
  ['iterable', (of: Value) => typeof of === 'string' || (typeof of === 'object' && of !== null)],
  ['eq', (of: Value, [other]: readonly Value[]) => equal(of, other)],
  ['in', (of: Value, [list]: readonly Value[]) => includes(list, of)],
])
