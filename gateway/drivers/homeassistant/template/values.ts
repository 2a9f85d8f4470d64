import type { Work } from './work.ts'

/** What an expression can be; undefined is "not there", null is None. A dictionary's keys are texts, numbers or None. */
export type Value =
  | undefined
  | null
  | string
  | number
  | boolean
  | readonly Value[]
  | ReadonlyMap<unknown, Value>
  | { readonly [key: string]: Value }

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
const isDict = (value: Value): value is ReadonlyMap<unknown, Value> => value instanceof Map
const isRecord = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && !isList(value) && !isDict(value)

/** Everything that a list or dictionary holds, its keys too. */
export function* membersOf(value: Value): Generator<Value> {
  if (isList(value)) yield* value
  else if (isDict(value)) for (const [key, one] of value) yield* [key as Value, one]
  else if (isRecord(value)) for (const key in value) if (Object.hasOwn(value, key)) yield value[key]
}

/** Only what a value itself holds: nothing that JavaScript gives to every object can be reached. */
export function memberOf(of: Value, key: Value): Value {
  if (isDict(of)) return of.get(key)
  if (isList(of) || typeof of === 'string') {
    if (typeof key !== 'number' || !Number.isInteger(key)) return undefined
    return of.at(key)
  }
  if (!isRecord(of) || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  return Object.hasOwn(of, key) ? of[key] : undefined
}

export const keysOf = (of: Value, work: Work): Value[] => {
  const keys = isDict(of) ? ([...of.keys()] as Value[]) : isRecord(of) ? Object.keys(of) : []
  work.spend(keys.length)
  return keys
}

export const valuesOf = (of: Value, work: Work): Value[] => keysOf(of, work).map((key) => memberOf(of, key))

export function truthy(value: Value): boolean {
  if (isList(value)) return value.length > 0
  if (isDict(value)) return value.size > 0
  if (isRecord(value)) {
    for (const key in value) if (Object.hasOwn(value, key)) return true
    return false
  }
  return Boolean(value)
}

/** As Python writes it: True, None; lists and dictionaries with its quotes. */
export function textOf(value: Value, work: Work, depth = 0): string {
  work.spend()
  if (value === undefined) return ''
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string') return work.read(value)
  if (typeof value === 'number') return String(value)
  const inner = work.within(depth)
  const quoted = (one: Value): string =>
    typeof one === 'string' ? `'${work.read(one)}'` : textOf(one, work, inner)
  if (isList(value)) return `[${work.joined(mapped(value, quoted), ', ')}]`
  const pairs = mapped(keysOf(value, work), (key) => `${quoted(key)}: ${quoted(memberOf(value, key))}`)
  return `{${work.joined(pairs, ', ')}}`
}

/** One by one, so that whoever reads them can stop. */
export function* mapped<T, R>(values: Iterable<T>, map: (value: T) => R): Generator<R> {
  for (const value of values) yield map(value)
}

export function numberOf(value: Value): number | undefined {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Numbers compare as such, True is 1; everything else by its kind. */
export function equal(a: Value, b: Value, work: Work, depth = 0): boolean {
  work.spend()
  if (typeof a === 'boolean' && typeof b === 'number') return Number(a) === b
  if (typeof a === 'number' && typeof b === 'boolean') return a === Number(b)
  if (isList(a) && isList(b)) {
    const inner = work.within(depth)
    return a.length === b.length && a.every((one, at) => equal(one, b[at], work, inner))
  }
  if (typeof a === 'string' && typeof b === 'string') return a.length === b.length && work.read(a) === b
  return a === b
}

export function includes(list: Value, value: Value, work: Work): boolean {
  if (typeof list === 'string') return typeof value === 'string' && work.read(list).includes(value)
  if (isList(list)) return list.some((one) => equal(one, value, work))
  return keysOf(list, work).some((key) => equal(key, value, work))
}
