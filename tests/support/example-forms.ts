import { Ajv, type AnySchemaObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FormSchema, RichSchema } from '#engine/forms/form-schema.ts'
import { partsOf } from '../../scripts/gen/rich-forms.ts'

/** What `npm run gen` writes for a form, made of schemas that only a test has. */
export function formOf(id: string, ...schemas: readonly (AnySchemaObject & { $id: string })[]) {
  const ajv = new Ajv({ allErrors: true, strictRequired: false })
  addFormats.default(ajv)
  for (const schema of schemas) ajv.addSchema(schema)
  const { schema, parts } = partsOf(id, (part) => ajv.getSchema(part)?.schema)
  const own = new Ajv({ allErrors: true, strict: false })
  addFormats.default(own)
  for (const part of Object.values(parts)) own.addSchema(part)
  const validate = ajv.compile({ $ref: id })
  const flat: FormSchema = {
    required: schema.required ?? [],
    properties: (schema.properties ?? {}) as FormSchema['properties'],
    validate(body) {
      if (validate(body)) return []
      return (validate.errors ?? []).map(({ instancePath, keyword, params }) => ({
        field: keyword === 'required' ? String(params.missingProperty) : (instancePath.split('/')[1] ?? ''),
        rule: keyword,
        params,
      }))
    },
  }
  const validators = Object.fromEntries(Object.keys(parts).map((key) => [key, own.getSchema(key)]))
  return { flat, rich: { schema, validators } as RichSchema }
}
