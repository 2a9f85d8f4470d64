import { isDict, isList, isRecord, memberOf, type Value } from './values.ts'
import type { Work } from './work.ts'

/* What walks through a value, and pays for it. */

export const keysOf = (of: Value, work: Work): Value[] => {
  const keys = isDict(of) ? ([...of.keys()] as Value[]) : isRecord(of) ? Object.keys(of) : []
  work.spend(keys.length)
  return keys
}

export const valuesOf = (of: Value, work: Work): Value[] => keysOf(of, work).map((key) => memberOf(of, key))

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

/** One by one, so that whoever reads them can stop. */
export function* mapped<T, R>(values: Iterable<T>, map: (value: T) => R): Generator<R> {
  for (const value of values) yield map(value)
}
