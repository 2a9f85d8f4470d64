import { join } from 'node:path'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import { type Json, type Operation, readApi } from '#server/http/openapi.ts'
import { root } from './kit.ts'

export const api = readApi(join(root, 'schemas', 'api'))
export const operations = api.operations

/** Ids that mean something to the user of the demo home. */
export const own: Readonly<Record<string, string>> = { sn: demoSerialNumber, id: 'demo-home' }
/** Of the right form, and of nothing. */
export const invented: Readonly<Record<string, string>> = {
  sn: 'DOC4-0000-0000',
  id: 'demo-nobody',
  sessionId: 'AAAAAAAAAAAAAAAAAAAAAA',
  hash: '0123456789abcdef',
}

/** The address of an operation with these ids in it. */
export const pathOf = (operation: Operation, ids: Readonly<Record<string, string>>): string =>
  `/api${operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(ids[name] ?? invented[name] ?? ''))}`

export const inPath = (operation: Operation): string[] =>
  operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)

/** The plainest value that a schema allows. */
export function sampleOf(schema: Json): unknown {
  const {
    type,
    properties = {},
    required = [],
    minLength = 1,
    items,
  } = schema as {
    type?: string
    properties?: Record<string, Json>
    required?: string[]
    minLength?: number
    items?: Json
  }
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (type === 'string') return 'x'.repeat(minLength)
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return items ? [sampleOf(items)] : []
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]))
}

export const bodyOf = (operation: Operation): unknown => operation.body && sampleOf(operation.body)
