import { TemplateError } from './lexer.ts'

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

/** A text that grows beyond this is no value of a device. */
const longest = 65_536

export function bounded(text: string): string {
  if (text.length > longest) throw new TemplateError('The result is too long')
  return text
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
const isDict = (value: Value): value is ReadonlyMap<unknown, Value> => value instanceof Map
const isRecord = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && !isList(value) && !isDict(value)

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

export const keysOf = (of: Value): Value[] => {
  if (isDict(of)) return [...of.keys()] as Value[]
  return isRecord(of) ? Object.keys(of) : []
}

export function truthy(value: Value): boolean {
  if (isList(value)) return value.length > 0
  if (isDict(value)) return value.size > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** As Python writes it: True, None; lists and dictionaries with its quotes. */
export function textOf(value: Value, depth = 0): string {
  if (value === undefined) return ''
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (depth > 20) throw new TemplateError('A value is too deep')
  const quoted = (one: Value): string => (typeof one === 'string' ? `'${one}'` : textOf(one, depth + 1))
  if (isList(value)) return bounded(`[${value.map(quoted).join(', ')}]`)
  return bounded(
    `{${keysOf(value)
      .map((key) => `${quoted(key)}: ${quoted(memberOf(value, key))}`)
      .join(', ')}}`,
  )
}

export function numberOf(value: Value): number | undefined {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Numbers compare as such, True is 1; everything else by its kind. */
export function equal(a: Value, b: Value): boolean {
  if (typeof a === 'boolean' && typeof b === 'number') return Number(a) === b
  if (typeof a === 'number' && typeof b === 'boolean') return a === Number(b)
  if (isList(a) && isList(b)) return a.length === b.length && a.every((one, at) => equal(one, b[at]))
  return a === b
}

export function includes(list: Value, value: Value): boolean {
  if (typeof list === 'string') return typeof value === 'string' && list.includes(value)
  if (isList(list)) return list.some((one) => equal(one, value))
  return keysOf(list).some((key) => equal(key, value))
}
