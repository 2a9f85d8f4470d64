import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Ajv, type AnySchemaObject } from 'ajv'
import addFormats from 'ajv-formats'
import { ANNOTATIONS } from '#schemas/vocabulary.ts'
import { richForm } from './rich-forms.ts'
import { standaloneCode } from './standalone.ts'
import { asModule } from './validators.ts'
import { write } from './write.ts'

/** What a drawn field needs of its schema. */
const drawn = ['type', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'format']

/** Finds every fault of a body, not only the first. `unicode: false` spares the page a helper. */
function formAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
    unicode: false,
    logger: false,
    code: { source: true, esm: true },
  })
  addFormats.default(ajv)
  ajv.addVocabulary(ANNOTATIONS)
  return ajv
}

export function ajvWithEntities(): Ajv {
  const ajv = formAjv()
  for (const file of globSync('schemas/{entities,definitions}/*.json'))
    ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject)
  return ajv
}

function bodyOf(ajv: Ajv, id: string): { required: string[]; properties: Record<string, unknown> } {
  const schema = ajv.getSchema(id)?.schema
  if (typeof schema !== 'object') throw new Error(`There is no schema ${id}`)
  const { required = [], properties = {} } = schema as {
    required?: string[]
    properties?: Record<string, AnySchemaObject>
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const meant = (field.$ref ? ajv.getSchema(field.$ref)?.schema : field) ?? {}
    return [name, Object.fromEntries(Object.entries(meant).filter(([key]) => drawn.includes(key)))]
  })
  return { required, properties: Object.fromEntries(fields) }
}

/**
 * catalogue/forms/<name>.json → schemas/generated/forms/<name>.js: `body` (the fields) and `validate`,
 * compiled here because a page with a strict content policy may not compile. The signed-in part has its own,
 * see rich-forms.ts.
 */
export function formValidators(): void {
  for (const file of globSync('catalogue/{forms,local/forms}/*.json').sort()) {
    const local = file.includes('local')
    const name = `${local ? 'local/' : ''}${basename(file, '.json')}`
    const { schema } = JSON.parse(readFileSync(file, 'utf8')) as { schema: string }
    const ajv = ajvWithEntities()
    // The page of a gateway draws flat forms only.
    if (!local) richForm(name, schema, (id) => ajv.getSchema(id)?.schema, formAjv())
    const body = JSON.stringify(bodyOf(ajv, schema))
    const code = asModule(standaloneCode(ajv, { validate: schema }))
    write(`forms/${name}.js`, `export const body = ${body}\n${code}`)
    write(
      `forms/${name}.d.ts`,
      [
        "import type { ValidateFunction } from 'ajv'",
        'export const body: { required: string[]; properties: Record<string, object> }',
        'export const validate: ValidateFunction\n',
      ].join('\n'),
    )
  }
}
