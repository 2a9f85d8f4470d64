import { join } from 'node:path'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import { type Json, type Operation, readApi } from '#server/http/openapi.ts'

export const api = readApi(join(import.meta.dirname, '../../schemas/api'))
export const operations = api.operations

/** Names under which ids stand in paths, queries and bodies, and whose they are. */
const GATEWAYS = [
  'sn',
  'gatewayId',
  'serialNumber',
  'serialNumbers',
  'serial',
  'serial_number',
  'failedGtwSN',
  'newGtwSN',
] as const
const USERS = ['id', 'userId', 'creatorId'] as const

const named = (names: readonly string[], value: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, value]))

/** Ids that mean something to the user of the demo home. */
export const own: Readonly<Record<string, string>> = {
  ...named(GATEWAYS, demoSerialNumber),
  ...named(USERS, 'demo-home'),
  gatewayID: 'demo-gateway',
  campaignID: 'autumn-doc400',
}
/** Of the right form, and of nothing. */
export const invented: Readonly<Record<string, string>> = {
  ...named(GATEWAYS, 'DOC4-0000-0000'),
  ...named(USERS, 'demo-nobody'),
  gatewayID: 'demo-gateway-none',
  campaignID: 'spring-doc400',
  sessionId: 'AAAAAAAAAAAAAAAAAAAAAA',
  hash: '0123456789abcdef',
  backupId: '0123456789abcdef',
  restorePoint: '0123456789abcdef',
  taskId: 'nosuchtask',
  linkId: 'no-such-link',
  contactId: 'no-such-contact',
  pushId: 'no-such-device',
  groupId: 'no-such-group',
  _id: 'no-such-group',
  bulkId: 'no-such-operation',
  goldenId: 'no-such-golden-home',
  rolloutId: 'no-such-rollout',
  campaignId: 'no-such-announcement',
  templateId: 'no-such-template',
  bulkIds: 'no-such-operation',
  operationId: 'no-such-operation',
  contentId: 'no-such-content',
  alarm: 'no-such-alarm',
  notificationId: 'nosuchnotification',
}

type Ids = Readonly<Record<string, string>>

/** The address of an operation with these ids in it, and with what its query must say; with `all`, also with the ids that it may say. */
export function pathOf(operation: Operation, ids: Ids, say: 'needed' | 'all' = 'needed'): string {
  const schemas = new Map(operation.parameters.map(({ name, schema }) => [name, schema]))
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(ids[name] ?? invented[name] ?? String(sampleOf(schemas.get(name) ?? {}))),
  )
  const said = operation.parameters.filter(
    (one) =>
      one.in === 'query' && (one.required || (say === 'all' && one.name in ids && one.name in invented)),
  )
  const query = said.map(({ name, schema }) => [name, String(ids[name] ?? sampleOf(schema))])
  return `/api${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`
}

export const inPath = (operation: Operation): string[] =>
  operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)

/** The plainest value that a schema allows; ids that it asks for by name are taken from `ids`. */
export function sampleOf(schema: Json, ids: Ids = {}): unknown {
  const {
    type,
    properties = {},
    required = [],
    minItems = 0,
    minLength = 1,
    items,
  } = schema as {
    type?: string
    properties?: Record<string, Json>
    required?: string[]
    minItems?: number
    minLength?: number
    items?: Json
  }
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.oneOf)) return sampleOf((schema.oneOf as Json[])[0] ?? {}, ids)
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (type === 'string') return 'x'.repeat(minLength)
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array')
    return items ? Array.from({ length: Math.max(minItems, 1) }, () => sampleOf(items, ids)) : []
  const asked = Object.keys(properties).filter((name) => required.includes(name) || name in ids)
  return Object.fromEntries(asked.map((name) => [name, ids[name] ?? sampleOf(properties[name] ?? {}, ids)]))
}

export const bodyOf = (operation: Operation, ids: Ids = {}): unknown =>
  operation.body && sampleOf(operation.body, ids)

/** The names of everything that a call must say: in its path, its query and its body. */
export function namesIn(operation: Operation): string[] {
  const inBody = (schema: Json | undefined): string[] =>
    Object.entries((schema?.properties ?? {}) as Record<string, Json>).flatMap(([name, part]) => [
      name,
      ...inBody(part),
    ])
  return [...operation.parameters.map(({ name }) => name), ...inBody(operation.body)]
}
