import { globSync, readFileSync } from 'node:fs'

export type Schema = { readonly [key: string]: unknown }

const files = new Map<string, Schema>(
  globSync('schemas/{entities,definitions}/*.json').map((file) => {
    const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema
    return [String(schema.$id), schema]
  }),
)

const record = (value: unknown): Schema => (value ?? {}) as Schema

function referred(ref: string, at: string): { schema: Schema; at: string } {
  const [file = '', path = ''] = ref.split('#')
  const id =
    file === '' ? at : file.includes('/') ? file.replace(/^(\.\.\/)+/, '') : `${at.split('/')[0]}/${file}`
  const found = path
    .split('/')
    .filter((part) => part !== '')
    .reduce((of, part) => record(of[part]), record(files.get(id)))
  return { schema: found, at: id }
}

/** The smallest value that a schema of ours allows, with every field that it requires. */
export function sampleOf(schema: Schema, at = 'channel/asyncapi.json'): unknown {
  if (typeof schema.$ref === 'string') {
    const { schema: found, at: there } = referred(schema.$ref, at)
    return sampleOf(found, there)
  }
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  for (const choice of [schema.oneOf, schema.anyOf])
    if (Array.isArray(choice)) return sampleOf(record(choice[0]), at)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (Array.isArray(schema.required) ? schema.required : []).map((name: string) => [
          name,
          sampleOf(record(record(schema.properties)[name]), at),
        ]),
      )
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () => sampleOf(record(schema.items), at))
    case 'string':
      return schema.format === 'date-time'
        ? '2026-11-22T02:00:00.000Z'
        : 'a'.repeat(Math.max(1, Number(schema.minLength ?? 1)))
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return 'a'
  }
}
