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

export function truthy(value: Value): boolean {
  if (isList(value)) return value.length > 0
  if (isDict(value)) return value.size > 0
  if (isRecord(value)) {
    for (const key in value) if (Object.hasOwn(value, key)) return true
    return false
  }
  return Boolean(value)
}

export function numberOf(value: Value): number | undefined {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
