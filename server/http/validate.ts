import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { ANNOTATIONS } from '#schemas/vocabulary.ts'
import { type Fault, invalid, notFound } from '../lib/refusal.ts'
import { Failure } from './failure.ts'
import type { ApiDocument, Json, Operation, Parameter } from './openapi.ts'

/** More than these tell nobody more. */
const MAX_FAULTS = 50

interface Input {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
}

/** Checks a call against its operation; throws Failure, and gives parameters their types and defaults. */
export type Check = (input: Input) => { params: Json; query: Json; headers: Json; body: unknown }

export function createChecks({ operations, combined }: ApiDocument): ReadonlyMap<string, Check> {
  // Bodies are taken as they are or refused: nothing is coerced, dropped or filled in.
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
    strictTuples: false,
  })
  addFormats.default(ajv)
  // Where schemas that contain themselves stand.
  ajv.addVocabulary(['components', ...ANNOTATIONS])
  return new Map(operations.map((operation) => [operation.id, checkOf(ajv, operation, combined.components)]))
}

function checkOf(ajv: Ajv, operation: Operation, components: unknown): Check {
  const part = (where: Parameter['in']) => operation.parameters.filter((one) => one.in === where)
  const [inPath, inQuery, inHeader] = [part('path'), part('query'), part('header')]
  const isPath = lazy(ajv, objectOf(inPath))
  const isQuery = lazy(ajv, objectOf(inQuery))
  // Of headers only those are looked at that the operation names; browsers send many.
  const isHeader = lazy(ajv, { ...objectOf(inHeader), additionalProperties: true })
  const files = operation.multipart ? filesIn(operation.body) : []
  const isBody = operation.body && lazy(ajv, { ...operation.body, components })
  return ({ params, query, headers, body }) => {
    const path = typed(params, inPath)
    // Ids that cannot exist are answered like ids that do not exist.
    if (!isPath()(path)) throw notFound()
    const search = typed(query, inQuery)
    if (!isQuery()(search)) throw refusal(isQuery().errors)
    if (inHeader.length > 0 && !isHeader()(headers)) throw refusal(isHeader().errors)
    const all = headers as Json
    const named = Object.fromEntries(inHeader.map(({ name }) => [name, all[name]]))
    if (!isBody) return { params: path, query: search, headers: named, body: undefined }
    // A file is looked into by whoever takes it.
    const form = Object(body) as Json
    const given = files.filter((name) => form[name] instanceof File)
    const names = Object.fromEntries(given.map((name) => [name, (form[name] as File).name]))
    if (!isBody()(operation.multipart ? { ...form, ...names } : body)) throw refusal(isBody().errors)
    const missing = files.find((name) => !given.includes(name))
    if (missing !== undefined) throw invalid(`/${missing}`)
    return { params: path, query: search, headers: named, body }
  }
}

/** Fields of a form that are files. */
const filesIn = (form: Json | undefined): readonly string[] =>
  Object.entries(Object(form?.properties)).flatMap(([name, schema]) =>
    Object(schema).format === 'binary' ? [name] : [],
  )

/** Compiled when first used, so that the server starts fast. */
function lazy(ajv: Ajv, schema: Json): () => ValidateFunction {
  let compiled: ValidateFunction | undefined
  return () => {
    compiled ??= ajv.compile(schema)
    return compiled
  }
}

const objectOf = (parameters: readonly Parameter[]): Json => ({
  type: 'object',
  additionalProperties: false,
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
})

/** The text of an address gets the declared types, strictly: what is not exactly a number or boolean stays text and fails. */
function typed(from: unknown, parameters: readonly Parameter[]): Json {
  const given = new Map(Object.entries(from ?? {}))
  const result: Record<string, unknown> = Object.create(null)
  for (const [name, value] of given) result[name] = value
  for (const { name, schema } of parameters) {
    const value = given.get(name)
    if (value === undefined) {
      if ('default' in schema) result[name] = schema.default
    } else result[name] = typedValue(value, schema.type)
  }
  return result
}

function typedValue(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function refusal(errors: readonly ErrorObject[] | null | undefined): Failure {
  const faults = new Map<string, Fault>()
  for (const error of errors ?? []) {
    const field = pointerOf(error)
    // One entry per field: the first thing that is wrong with it.
    if (faults.size < MAX_FAULTS && !faults.has(field))
      faults.set(field, {
        errorCode: 'VALIDATION',
        field,
        message: `${field || 'The body'} ${error.message}.`,
      })
  }
  return new Failure(400, faults.size > 0 ? [...faults.values()] : [{ errorCode: 'VALIDATION', field: '' }])
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as Record<string, unknown>
  const name =
    keyword === 'required'
      ? missingProperty
      : keyword === 'additionalProperties'
        ? additionalProperty
        : undefined
  const pointer =
    typeof name === 'string'
      ? `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      : instancePath
  return pointer.slice(0, 256)
}
