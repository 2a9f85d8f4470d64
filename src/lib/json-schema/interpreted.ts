import { fullFormats } from 'ajv-formats/dist/formats.js'

type Schema = Readonly<Record<string, unknown>>
type Table = Readonly<Record<string, unknown>>

/** A fault as ajv has it. */
interface Fault {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
}

/** As a function that ajv has compiled: whether a value fits, and then what does not. */
export interface Interpreter {
  (value: unknown): boolean
  errors: Fault[]
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
const size = (value: string | readonly unknown[] | Table): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(value).length

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: isTable,
}

/** Bounds: of which type, and whether a value of it keeps within one. */
const BOUNDS: Readonly<
  Record<string, readonly [type: string, keeps: (value: never, limit: number) => boolean]>
> = {
  minLength: ['string', (value: string, limit) => size(value) >= limit],
  maxLength: ['string', (value: string, limit) => size(value) <= limit],
  minimum: ['number', (value: number, limit) => value >= limit],
  maximum: ['number', (value: number, limit) => value <= limit],
  exclusiveMinimum: ['number', (value: number, limit) => value > limit],
  exclusiveMaximum: ['number', (value: number, limit) => value < limit],
  minItems: ['array', (value: readonly unknown[], limit) => size(value) >= limit],
  maxItems: ['array', (value: readonly unknown[], limit) => size(value) <= limit],
  minProperties: ['object', (value: Table, limit) => size(value) >= limit],
  maxProperties: ['object', (value: Table, limit) => size(value) <= limit],
}

const hasFormat = (value: string, name: string): boolean => {
  const format = (fullFormats as Readonly<Record<string, unknown>>)[name]
  if (format instanceof RegExp) return format.test(value)
  const validate = isTable(format) ? format.validate : format
  return typeof validate !== 'function' || (validate(value) as boolean)
}

type Rule = (asked: never, value: unknown, at: string, schema: Schema) => Fault[]

/** What keywords ask for. Those that are not here are notes. */
const RULES: Readonly<Record<string, Rule>> = {
  type: (types: string | readonly string[], value, at) =>
    [types].flat().some((type) => TYPES[type]?.(value)) ? [] : [fault(at, 'type', { type: types })],
  enum: (allowed: readonly unknown[], value, at) =>
    allowed.some((one) => same(one, value)) ? [] : [fault(at, 'enum', { allowedValues: allowed })],
  const: (only: unknown, value, at) =>
    same(only, value) ? [] : [fault(at, 'const', { allowedValue: only })],
  pattern: (pattern: string, value, at) =>
    typeof value !== 'string' || new RegExp(pattern, 'u').test(value)
      ? []
      : [fault(at, 'pattern', { pattern })],
  format: (format: string, value, at) =>
    typeof value !== 'string' || hasFormat(value, format) ? [] : [fault(at, 'format', { format })],
  uniqueItems: (unique: boolean, value, at) =>
    unique &&
    Array.isArray(value) &&
    value.some((one, index) => value.slice(0, index).some((other) => same(one, other)))
      ? [fault(at, 'uniqueItems', {})]
      : [],
  required: (names: readonly string[], value, at) =>
    isTable(value)
      ? names
          .filter((name) => value[name] === undefined)
          .map((missingProperty) => fault(at, 'required', { missingProperty }))
      : [],
  dependencies: (needs: Readonly<Record<string, readonly string[] | Schema>>, value, at) =>
    isTable(value)
      ? Object.entries(needs).flatMap(([property, needed]) => {
          if (value[property] === undefined) return []
          if (isTable(needed)) return faultsIn(needed, value, at)
          return (needed as readonly string[])
            .filter((name) => value[name] === undefined)
            .map((missingProperty) => fault(at, 'dependencies', { property, missingProperty }))
        })
      : [],
  properties: (parts: Readonly<Record<string, Schema>>, value, at) =>
    isTable(value)
      ? Object.entries(parts).flatMap(([name, part]) =>
          value[name] === undefined ? [] : faultsIn(part, value[name], `${at}/${name}`),
        )
      : [],
  additionalProperties: (more: boolean | Schema, value, at, { properties }) =>
    isTable(value)
      ? Object.keys(value)
          .filter((name) => !Object.hasOwn(properties ?? {}, name))
          .flatMap((additionalProperty) => {
            if (more === false) return [fault(at, 'additionalProperties', { additionalProperty })]
            return more === true
              ? []
              : faultsIn(more, value[additionalProperty], `${at}/${additionalProperty}`)
          })
      : [],
  propertyNames: (names: Schema, value, at) =>
    isTable(value)
      ? Object.keys(value).flatMap((propertyName) => {
          const found = faultsIn(names, propertyName, at)
          return found.length === 0 ? [] : [...found, fault(at, 'propertyNames', { propertyName })]
        })
      : [],
  items: (each: Schema, value, at) =>
    Array.isArray(value) ? value.flatMap((one, index) => faultsIn(each, one, `${at}/${index}`)) : [],
  allOf: (all: readonly Schema[], value, at) => all.flatMap((one) => faultsIn(one, value, at)),
  anyOf: (any: readonly Schema[], value, at) => {
    const found = any.map((one) => faultsIn(one, value, at))
    return found.some((one) => one.length === 0) ? [] : [...found.flat(), fault(at, 'anyOf', {})]
  },
  oneOf: (one: readonly Schema[], value, at) => {
    const found = one.map((each) => faultsIn(each, value, at))
    return found.filter((each) => each.length === 0).length === 1
      ? []
      : [...found.flat(), fault(at, 'oneOf', {})]
  },
  not: (never: Schema, value, at) => (faultsIn(never, value, at).length > 0 ? [] : [fault(at, 'not', {})]),
  if: (asked: Schema, value, at, schema) => {
    const failingKeyword = faultsIn(asked, value, at).length === 0 ? 'then' : 'else'
    const next = schema[failingKeyword]
    const found = isTable(next) ? faultsIn(next, value, at) : []
    return found.length === 0 ? [] : [...found, fault(at, 'if', { failingKeyword })]
  },
}

const fault = (instancePath: string, keyword: string, params: Record<string, unknown>): Fault => ({
  instancePath,
  keyword,
  params,
})

const faultsIn = (schema: Schema, value: unknown, at: string): Fault[] =>
  Object.entries(schema).flatMap(([keyword, asked]) => {
    const [type = '', keeps] = BOUNDS[keyword] ?? []
    if (keeps)
      return TYPES[type]?.(value) && !keeps(value as never, Number(asked))
        ? [fault(at, keyword, { limit: asked })]
        : []
    return RULES[keyword]?.(asked as never, value, at, schema) ?? []
  })

/**
 * Judges values by a JSON Schema (draft-07, without references) as ajv does, but compiles nothing, which a page must not: for
 * forms that come while the app runs (decision 0183).
 */
export function interpreted(schema: Schema): Interpreter {
  const validate = (value: unknown): boolean => {
    validate.errors = faultsIn(schema, value, '')
    return validate.errors.length === 0
  }
  validate.errors = [] as Fault[]
  return validate
}
