import type { Fault, Pointer } from './fault.ts'
import { suggested } from './nearest.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Finds the schema that a $ref names, seen from the file that it stands in. */
export type Lookup = (ref: string, from: string) => { schema: Schema; file: string } | undefined

interface Place {
  file: string
  at: Pointer
}

/**
 * What a value does not keep of a schema, one fault each, in words for people.
 * Covers what our own definitions use of JSON Schema; Ajv has the last word on whether a file is good.
 */
export class Explainer {
  readonly #lookup: Lookup

  constructor(lookup: Lookup) {
    this.#lookup = lookup
  }

  explain(schema: Schema, file: string, value: unknown): Fault[] {
    return this.#visit(schema, value, { file, at: [] })
  }

  #visit(schema: Schema, value: unknown, place: Place): Fault[] {
    if (typeof schema.$ref === 'string') {
      const found = this.#lookup(schema.$ref, place.file)
      return found ? this.#visit(found.schema, value, { ...place, file: found.file }) : []
    }
    if (Array.isArray(schema.oneOf)) return this.#nearestBranch(schema.oneOf as Schema[], value, place)
    const wrong = ofType(schema, value, place) ?? ofChoice(schema, value, place)
    if (wrong) return [wrong]
    if (Array.isArray(value)) return this.#list(schema, value, place)
    if (typeof value === 'object' && value !== null) return this.#object(schema, value, place)
    return plain(schema, value, place)
  }

  /** Of several shapes the one that was most likely meant. */
  #nearestBranch(branches: readonly Schema[], value: unknown, place: Place): Fault[] {
    const tried = branches.map((branch) => {
      const faults = this.#visit(branch, value, place)
      return { faults, far: faults.reduce((sum, fault) => sum + farness(fault, place), 0) }
    })
    return tried.toSorted((a, b) => a.far - b.far)[0]?.faults ?? []
  }

  #list(schema: Schema, value: readonly unknown[], place: Place): Fault[] {
    const {
      minItems = 0,
      maxItems = Number.POSITIVE_INFINITY,
      items,
    } = schema as { minItems?: number; maxItems?: number; items?: unknown }
    if (value.length < minItems || value.length > maxItems) {
      const wanted =
        minItems === maxItems
          ? `exactly ${minItems}`
          : value.length < minItems
            ? `at least ${minItems}`
            : `at most ${maxItems}`
      return [{ at: place.at, message: `${named(place)} has ${value.length} entries; it takes ${wanted}` }]
    }
    if (schema.uniqueItems && new Set(value.map((one) => JSON.stringify(one))).size < value.length) {
      return [{ at: place.at, message: `${named(place)} names something twice` }]
    }
    return value.flatMap((one, index) => {
      const of = Array.isArray(items) ? items[index] : items
      return of ? this.#visit(of as Schema, one, { ...place, at: [...place.at, index] }) : []
    })
  }

  #object(schema: Schema, value: object, place: Place): Fault[] {
    const fields = new Map(Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    const faults: Fault[] = []
    for (const name of (schema.required as string[] | undefined) ?? []) {
      if (!Object.hasOwn(value, name))
        faults.push({
          at: place.at,
          message: `"${name}" is missing${place.at.length > 0 ? ` in ${named(place)}` : ''}`,
        })
    }
    const count = Object.keys(value).length
    if (typeof schema.minProperties === 'number' && count < schema.minProperties)
      faults.push({ at: place.at, message: `${named(place)} is empty` })
    for (const [name, part] of Object.entries(value)) {
      const at = [...place.at, name]
      const known = fields.get(name)
      if (known) faults.push(...this.#visit(known, part, { ...place, at }))
      else if (schema.additionalProperties === false) faults.push(unknownField(name, fields.keys(), at))
      else {
        if (schema.propertyNames)
          faults.push(
            ...this.#visit(schema.propertyNames as Schema, name, { ...place, at }).map((fault) => ({
              ...fault,
              onKey: true,
            })),
          )
        if (isSchema(schema.additionalProperties))
          faults.push(...this.#visit(schema.additionalProperties, part, { ...place, at }))
      }
    }
    return faults
  }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const unknownField = (name: string, known: Iterable<string>, at: Pointer): Fault => ({
  at,
  onKey: true,
  message: `Unknown field "${name}"`,
  ...suggested(name, known, at, true),
})

/** A fault at the head of a shape (its constant, what it must have) says that another shape was meant. */
function farness({ at, message }: Fault, place: Place): number {
  const depth = at.length - place.at.length
  if (depth === 0) return message.includes('is missing') ? 20 : 50
  if (depth === 1) return message.includes('must be') ? 100 : 5
  return 1
}

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['propertyType', 'property type'],
  ['kind', 'kind'],
  ['type', 'type'],
  ['section', 'section'],
  ['cell', 'cell'],
  ['access', 'way of access'],
  ['ecosystem', 'ecosystem'],
  ['cameraLinks', 'camera link'],
])

const named = ({ at }: Place): string => {
  const name = at.findLast((step) => typeof step === 'string')
  return name === undefined ? 'The file' : `"${name}"`
}

const nounOf = ({ at }: Place): string | undefined => {
  const name = at.findLast((step) => typeof step === 'string')
  return name === undefined ? undefined : NOUNS.get(String(name))
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object { … }',
  array: 'a list [ … ]',
  null: 'null',
}

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

function ofType(schema: Schema, value: unknown, place: Place): Fault | undefined {
  if (schema.type === undefined) return undefined
  const wanted = [schema.type].flat() as string[]
  const is = typeName(value)
  if (wanted.includes(is) || (wanted.includes('integer') && Number.isInteger(value))) return undefined
  const words = wanted.map((name) => TYPES[name] ?? name).join(' or ')
  return {
    at: place.at,
    message: `${named(place)} must be ${words}, not ${is === 'number' ? String(value) : (TYPES[is] ?? is)}`,
  }
}

function ofChoice(schema: Schema, value: unknown, place: Place): Fault | undefined {
  if (schema.const !== undefined && value !== schema.const) {
    return {
      at: place.at,
      message: `${named(place)} must be ${JSON.stringify(schema.const)}, not ${JSON.stringify(value)}`,
      ...(isPlain(schema.const) && { fix: { at: place.at, put: schema.const } }),
    }
  }
  const choices = schema.enum as unknown[] | undefined
  if (!choices || choices.includes(value)) return undefined
  const noun = nounOf(place)
  const message = noun
    ? `Unknown ${noun} ${JSON.stringify(value)}`
    : `${named(place)} can't be ${JSON.stringify(value)}`
  return { at: place.at, message, ...suggested(value, choices as (string | number | boolean)[], place.at) }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

function plain(schema: Schema, value: unknown, place: Place): Fault[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, pattern } = schema as Record<
    string,
    number | undefined
  > & { pattern?: string }
  const bad = (message: string): Fault[] => [{ at: place.at, message: `${named(place)} ${message}` }]
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return bad(`must be at least ${minimum}, not ${value}`)
    if (maximum !== undefined && value > maximum) return bad(`must be at most ${maximum}, not ${value}`)
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      return bad(`must be more than ${exclusiveMinimum}, not ${value}`)
  }
  if (typeof value === 'string') {
    if (minLength !== undefined && value.length < minLength)
      return bad(minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`)
    if (maxLength !== undefined && value.length > maxLength)
      return bad(`must have at most ${maxLength} characters`)
    if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
      return bad(`${JSON.stringify(value)} does not have the form ${pattern}`)
  }
  return []
}
