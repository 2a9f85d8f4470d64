import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'
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
      const few = value.length < minItems
      const code = minItems === maxItems ? 'schema.entries' : few ? 'schema.fewEntries' : 'schema.manyEntries'
      const limit = few ? minItems : maxItems
      return [{ at: place.at, says: { code, ...named(place), count: value.length, limit } }]
    }
    if (schema.uniqueItems && new Set(value.map((one) => JSON.stringify(one))).size < value.length) {
      return [{ at: place.at, says: { code: 'schema.twice', ...named(place) } }]
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
      if (!Object.hasOwn(value, name)) faults.push({ at: place.at, says: missing(name, place) })
    }
    const count = Object.keys(value).length
    if (typeof schema.minProperties === 'number' && count < schema.minProperties)
      faults.push({ at: place.at, says: { code: 'schema.empty', ...named(place) } })
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
  says: { code: 'schema.unknownField', name },
  ...suggested(name, known, at, true),
})

type Code = CatalogueSaying['code']

const MISSING: ReadonlySet<Code> = new Set(['schema.missing', 'schema.missingIn'])

/** What says that a value is another than it must be. */
const ANOTHER: ReadonlySet<Code> = new Set([
  'schema.type',
  'schema.typeOfNumber',
  'schema.constant',
  'schema.small',
  'schema.large',
  'schema.notMore',
])

const missing = (name: string, { at }: Place): CatalogueSaying => {
  const field = lastName(at)
  return field === undefined ? { code: 'schema.missing', name } : { code: 'schema.missingIn', name, field }
}

/** A fault at the head of a shape (its constant, what it must have) says that another shape was meant. */
function farness({ at, says: { code } }: Fault, place: Place): number {
  const depth = at.length - place.at.length
  if (depth === 0) return MISSING.has(code) ? 20 : 50
  if (depth === 1) return ANOTHER.has(code) ? 100 : 5
  return 1
}

/** Fields whose unknown values are called by what they are. */
const NOUNS: ReadonlyMap<string, Code & `schema.unknown.${string}`> = new Map([
  ['propertyType', 'schema.unknown.propertyType'],
  ['kind', 'schema.unknown.kind'],
  ['type', 'schema.unknown.type'],
  ['section', 'schema.unknown.section'],
  ['cell', 'schema.unknown.cell'],
  ['access', 'schema.unknown.access'],
  ['ecosystem', 'schema.unknown.ecosystem'],
  ['cameraLinks', 'schema.unknown.cameraLinks'],
])

const lastName = (at: Pointer): string | undefined => at.findLast((step) => typeof step === 'string')

/** Without a name it is the file as a whole. */
function named({ at }: Place): { field?: string } {
  const field = lastName(at)
  return field === undefined ? {} : { field }
}

type Type = Extract<CatalogueSaying, { code: 'schema.type' }>['type']

const isType = (name: unknown): name is Type =>
  name === 'string' ||
  name === 'number' ||
  name === 'integer' ||
  name === 'boolean' ||
  name === 'object' ||
  name === 'array' ||
  name === 'null'

/** What JSON calls a value. */
export function typeName(value: unknown): Type {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const name = typeof value
  return isType(name) ? name : 'null'
}

function ofType(schema: Schema, value: unknown, place: Place): Fault | undefined {
  if (schema.type === undefined) return undefined
  const types = [schema.type].flat().filter(isType)
  const type = typeName(value)
  if (types.includes(type) || (types.includes('integer') && Number.isInteger(value))) return undefined
  const says: CatalogueSaying =
    typeof value === 'number'
      ? { code: 'schema.typeOfNumber', ...named(place), types, value: String(value) }
      : { code: 'schema.type', ...named(place), types, type }
  return { at: place.at, says }
}

function ofChoice(schema: Schema, value: unknown, place: Place): Fault | undefined {
  if (schema.const !== undefined && value !== schema.const) {
    const wanted = JSON.stringify(schema.const)
    return {
      at: place.at,
      says: { code: 'schema.constant', ...named(place), wanted, value: JSON.stringify(value) },
      ...(isPlain(schema.const) && { fix: { at: place.at, put: schema.const } }),
    }
  }
  const choices = schema.enum as unknown[] | undefined
  if (!choices || choices.includes(value)) return undefined
  const code = NOUNS.get(lastName(place.at) ?? '')
  const given = JSON.stringify(value)
  const says: CatalogueSaying = code
    ? { code, value: given }
    : { code: 'schema.value', ...named(place), value: given }
  return { at: place.at, says, ...suggested(value, choices as (string | number | boolean)[], place.at) }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

function plain(schema: Schema, value: unknown, place: Place): Fault[] {
  const says =
    typeof value === 'number'
      ? ofNumber(schema, value, place)
      : typeof value === 'string'
        ? ofText(schema, value, place)
        : undefined
  return says ? [{ at: place.at, says }] : []
}

function ofNumber(
  { minimum, maximum, exclusiveMinimum }: { minimum?: number; maximum?: number; exclusiveMinimum?: number },
  value: number,
  place: Place,
): CatalogueSaying | undefined {
  const field = named(place)
  if (minimum !== undefined && value < minimum)
    return { code: 'schema.small', ...field, limit: minimum, value }
  if (maximum !== undefined && value > maximum)
    return { code: 'schema.large', ...field, limit: maximum, value }
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return { code: 'schema.notMore', ...field, limit: exclusiveMinimum, value }
  return undefined
}

/** `x-form` says in words what a pattern asks for (schemas/vocabulary.ts). */
interface TextSchema {
  minLength?: number
  maxLength?: number
  pattern?: string
  'x-form'?: string
}

function ofText(schema: TextSchema, value: string, place: Place): CatalogueSaying | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, 'x-form': form } = schema
  const field = named(place)
  if (value.length < minLength)
    return value === ''
      ? { code: 'schema.emptyText', ...field }
      : { code: 'schema.shortText', ...field, count: minLength }
  if (value.length > maxLength) return { code: 'schema.longText', ...field, count: maxLength }
  if (pattern === undefined || form === undefined || new RegExp(pattern, 'u').test(value)) return undefined
  return { code: 'schema.form', ...field, value: JSON.stringify(value), form }
}
