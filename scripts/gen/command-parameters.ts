import { readFileSync } from 'node:fs'
import type { AnySchemaObject } from 'ajv'
import { inOnePiece } from '#server/catalogue/definitions/in-one-piece.ts'
import { isTable, tableAt } from '#server/catalogue/definitions/places.ts'
import { write } from './write.ts'

const fileAt = (path: string): unknown => JSON.parse(readFileSync(`schemas/${path}`, 'utf8'))

/** What has a description of its own beside this one, and more than one value: a scene, a home. Nobody fills that in field by field. */
function isThing(ref: string): boolean {
  const [file = '', inside = ''] = ref.replace('../', '').split('#')
  const meant = tableAt(fileAt(file), ...inside.split('/').filter((step) => step !== ''))
  return ['properties', 'items', 'oneOf', 'allOf'].some((word) => Object.hasOwn(meant, word))
}

/** Whatever JSON has; a form passes over what says nothing at all. */
const ANYTHING = { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] }

/** Without what is inside of things, which are given as they travel; lists of things likewise. */
function trimmed(schema: unknown): unknown {
  if (!isTable(schema)) return schema
  if (typeof schema.$ref === 'string') return isThing(schema.$ref) ? { type: 'object' } : schema
  const { items, properties, description: _note, ...rest } = schema
  if (schema.oneOf !== undefined || Object.keys(rest).length === 0) return ANYTHING
  const each = items === undefined ? undefined : trimmed(items)
  return {
    ...rest,
    ...(isTable(each) && (each.type !== 'object' || each.properties !== undefined) && { items: each }),
    ...(isTable(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, trimmed(part)])),
    }),
  }
}

/**
 * schemas/channel/asyncapi.json → schemas/generated/command-parameters.js: the parameters of each command as a form draws
 * them, without references.
 */
export function commandParameters(): void {
  const { components } = fileAt('channel/asyncapi.json') as {
    components: { messages: Record<string, { 'x-kind': string; payload: AnySchemaObject }> }
  }
  const drawn = Object.entries(components.messages)
    .filter(([, message]) => message['x-kind'] === 'command')
    .map(([command, { payload }]) => {
      const own = `channel/${command}`
      // Only what stands below its top is trimmed: a command may have the parameters of a thing.
      const whole = payload.$ref === undefined ? trimmed(payload) : payload
      const { $id: _own, ...schema } = inOnePiece(own, (path) => (path === own ? whole : fileAt(path)))
      return [command, schema]
    })
  write(
    'command-parameters.js',
    `export const parametersOf = ${JSON.stringify(Object.fromEntries(drawn), undefined, 1)}\n`,
  )
  write(
    'command-parameters.d.ts',
    'export const parametersOf: Readonly<Record<string, Readonly<Record<string, unknown>>>>\n',
  )
}
