import { type RJSFSchema, schemaParser } from '@rjsf/utils'
import type { Ajv, AnySchema } from 'ajv'
import { standaloneCode } from './standalone.ts'
import { asModule } from './validators.ts'
import { write } from './write.ts'

type Lookup = (id: string) => AnySchema | undefined
type Json = Record<string, unknown>

/** Notes for readers of the schema: words of the page come from the locales. */
const notes = ['$schema', '$id', 'title', 'description', '$defs', 'definitions']

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One schema without references: rjsf looks for them in the one document that it has. */
function inlined(schema: unknown, base: string, lookup: Lookup, above: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, base, lookup, above))
  if (!isObject(schema)) return schema
  if (typeof schema.$ref === 'string') {
    const id = new URL(schema.$ref, `schema:/${base}`).href.replace('schema:/', '')
    if (above.includes(id)) throw new Error(`${id} contains itself, which no form can draw`)
    const meant = lookup(id)
    if (meant === undefined) throw new Error(`There is no schema ${id}`)
    return inlined(meant, id.replace(/#.*/, ''), lookup, [...above, id])
  }
  const parts = Object.entries(schema).filter(([key]) => !notes.includes(key))
  return Object.fromEntries(
    parts.map(([key, part]) => [
      key,
      // Names of properties are not keywords: one may be called `title`.
      key === 'properties' && isObject(part)
        ? Object.fromEntries(
            Object.entries(part).map(([name, one]) => [name, inlined(one, base, lookup, above)]),
          )
        : inlined(part, base, lookup, above),
    ]),
  )
}

/** A schema in one piece, and by key everything in it that rjsf asks a validator for. */
export function partsOf(
  id: string,
  lookup: Lookup,
): { schema: RJSFSchema; parts: Record<string, RJSFSchema> } {
  const schema: RJSFSchema = { $id: id, ...(inlined({ $ref: id }, '', lookup) as Json) }
  return { schema, parts: schemaParser(schema) }
}

/**
 * schemas/generated/rich-forms/<name>.js for rjsf: `schema` in one piece, and `validators` by the keys that its
 * precompiled validator asks for: the schema itself and every alternative within it.
 */
export function richForm(name: string, id: string, lookup: Lookup, ajv: Ajv): void {
  const { schema, parts } = partsOf(id, lookup)
  for (const part of Object.values(parts)) ajv.addSchema(part)
  const exported = Object.keys(parts).map((key, index) => [`validate${index}`, key] as const)
  const code = asModule(standaloneCode(ajv, Object.fromEntries(exported)))
  const validators = exported.map(([validate, key]) => `${JSON.stringify(key)}: ${validate}`)
  write(
    `rich-forms/${name}.js`,
    [
      `export const schema = ${JSON.stringify(schema)}`,
      code,
      `export const validators = { ${validators.join(', ')} }\n`,
    ].join('\n'),
  )
  write(
    `rich-forms/${name}.d.ts`,
    [
      "import type { ValidateFunction } from 'ajv'",
      'export const schema: Record<string, unknown>',
      'export const validators: Record<string, ValidateFunction>\n',
    ].join('\n'),
  )
}
