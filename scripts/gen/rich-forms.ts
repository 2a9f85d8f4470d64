import { type RJSFSchema, schemaParser } from '@rjsf/utils'
import type { Ajv } from 'ajv'
import { inOnePiece } from '#server/catalogue/definitions/in-one-piece.ts'
import { standaloneCode } from './standalone.ts'
import { asModule } from './validators.ts'
import { write } from './write.ts'

type Lookup = (path: string) => unknown

/** A schema in one piece, and by key everything in it that rjsf asks a validator for. */
export function partsOf(
  id: string,
  lookup: Lookup,
): { schema: RJSFSchema; parts: Record<string, RJSFSchema> } {
  const schema: RJSFSchema = inOnePiece(id, lookup)
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
