/** What an editor needs to know of JSON Schema. `x-names`, `x-by`: what kind of thing is named (schemas/vocabulary.ts). */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema | readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly 'x-names'?: string
  readonly 'x-by'?: string
}

/** A schema and the file that it stands in, from which its references are meant. */
export interface Placed {
  schema: Schema
  file: string
}

/** Files by their path below schemas/. */
export type SchemaFiles = ReadonlyMap<string, Schema>

const sources = import.meta.glob<Schema>('../../../../schemas/{definitions,entities}/*.json', {
  import: 'default',
})
const PREFIX = '../../../../schemas/'

/** The path that a reference means, seen from the file that it stands in. */
export const fileOf = (ref: string, from: string): string => {
  const [path = ''] = ref.split('#')
  return path === '' ? from : new URL(path, `schemas:/${from}`).pathname.slice(1)
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part] : refsIn(part),
  )
}

/** A schema with everything that it refers to. */
export async function schemasFrom(file: string): Promise<SchemaFiles> {
  const found = new Map<string, Schema>()
  const load = async (path: string): Promise<void> => {
    const source = sources[`${PREFIX}${path}`]
    if (found.has(path) || !source) return
    found.set(path, {})
    const schema = await source()
    found.set(path, schema)
    await Promise.all(refsIn(schema).map((ref) => load(fileOf(ref, path))))
  }
  await load(file)
  return found
}
