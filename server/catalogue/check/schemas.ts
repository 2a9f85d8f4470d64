import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorObject } from 'ajv'
import { definitions } from '#schemas/generated/validate-definitions.js'
import { Explainer, type Schema, typeName } from './explain.ts'
import type { Fault } from './fault.ts'

const root = join(import.meta.dirname, '../../..')

/** schemas/definitions and what they refer to; says whether a file is good and, if not, why. */
export class DefinitionSchemas {
  readonly #schemas = new Map<string, Schema>()
  readonly #explainer = new Explainer((ref, from) => this.#lookup(ref, from))

  /** All that a value breaks of `definitions/<name>.json`; nothing when it is good. */
  faultsOf(name: string, value: unknown): Fault[] {
    if (name === 'icons') return notIcons(value)
    const file = `definitions/${name}.json`
    const validate = Object.hasOwn(definitions, name) ? definitions[name] : undefined
    if (!validate) return [{ at: [], says: { code: 'schema.noSchema', file } }]
    if (validate(value)) return []
    const schema = this.#schemaOf(file)
    if (!schema) return [{ at: [], says: { code: 'schema.noSchema', file } }]
    const faults = this.#explainer.explain(schema, file, value)
    if (faults.length > 0) return faults
    return [unexplained(validate.errors?.[0], value)]
  }

  /** Read only where something is wrong and why is asked. */
  #schemaOf(file: string): Schema | undefined {
    const path = join(root, 'schemas', file)
    if (!this.#schemas.has(file) && existsSync(path))
      this.#schemas.set(file, JSON.parse(readFileSync(path, 'utf8')) as Schema)
    return this.#schemas.get(file)
  }

  #lookup(ref: string, from: string): { schema: Schema; file: string } | undefined {
    const [path = '', pointer = ''] = ref.split('#')
    const file = path === '' ? from : join(from, '..', path).replaceAll('\\', '/')
    let schema: unknown = this.#schemaOf(file)
    for (const step of pointer.split('/').slice(1)) {
      schema =
        typeof schema === 'object' && schema !== null && Object.hasOwn(schema, step)
          ? (schema as Schema)[step]
          : undefined
    }
    return schema === undefined ? undefined : { schema: schema as Schema, file }
  }
}

/** What only Ajv sees: a format, or a keyword that none of our schemas has yet. */
function unexplained(error: ErrorObject | undefined, value: unknown): Fault {
  const at = (error?.instancePath ?? '')
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  const field = at.findLast((step) => typeof step === 'string')
  const named = field === undefined ? {} : { field }
  if (error?.keyword !== 'format')
    return { at, says: { code: 'schema.keyword', ...named, name: error?.keyword ?? '' } }
  const given = at.reduce<unknown>(
    (part, step) => (typeof part === 'object' && part !== null ? (part as Schema)[String(step)] : undefined),
    value,
  )
  const form = String(error.params.format)
  return { at, says: { code: 'schema.form', ...named, value: JSON.stringify(given) ?? '', form } }
}

/** They stay as they are while a process runs. */
export const definitionSchemas = new DefinitionSchemas()

/** catalogue/icons.json: a path for each name. */
function notIcons(value: unknown): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ at: [], says: { code: 'schema.type', types: ['object'], type: typeName(value) } }]
  return Object.entries(value).flatMap(([name, path]) =>
    typeof path === 'string' && /^M[\d\s.,a-zA-Z-]+$/.test(path)
      ? []
      : [{ at: [name], says: { code: 'schema.notPath', name } }],
  )
}
