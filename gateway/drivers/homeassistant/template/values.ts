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
export const isDict = (value: Value): value is ReadonlyMap<unknown, Value> => value instanceof Map
export const isRecord = (value: Value): value is { readonly [key: string]: Value } =>
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

/** Whether objects of a message hold anything: all keys of a large one are listed to find its first. */
const filled = new WeakMap<object, boolean>()

export function truthy(value: Value): boolean {
  if (isList(value)) return value.length > 0
  if (isDict(value)) return value.size > 0
  if (!isRecord(value)) return Boolean(value)
  const known = filled.get(value)
  if (known !== undefined) return known
  const holds = Object.keys(value).length > 0
  filled.set(value, holds)
  return holds
}

/** No number is written with more characters; a longer text is not read at all. */
const LONGEST_NUMBER = 400

export function numberOf(value: Value): number | undefined {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.length > LONGEST_NUMBER) return undefined
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
