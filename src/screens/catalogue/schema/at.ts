import { fileOf, type Placed, type Schema, type SchemaFiles } from './schemas.ts'

export type Path = readonly (string | number)[]

/** What a reference leads to, and every shape that is allowed in its place, as far as the value does not exclude it. */
function shapes(files: SchemaFiles, { schema, file }: Placed, value: unknown): Placed[] {
  if (schema.$ref !== undefined) {
    const target = targetOf(files, schema.$ref, file)
    return target ? shapes(files, target, value) : []
  }
  const parts = schema.oneOf ?? schema.allOf
  if (!parts) return [{ schema, file }]
  const all = parts.flatMap((part) => shapes(files, { schema: part, file }, value))
  const meant = all.filter((one) => !excluded(one.schema, value))
  return meant.length > 0 ? meant : all
}

function targetOf(files: SchemaFiles, ref: string, from: string): Placed | undefined {
  const file = fileOf(ref, from)
  let schema: unknown = files.get(file)
  for (const step of (ref.split('#')[1] ?? '').split('/').slice(1))
    schema =
      typeof schema === 'object' && schema !== null && Object.hasOwn(schema, step)
        ? (schema as Readonly<Record<string, unknown>>)[step]
        : undefined
  return schema === undefined ? undefined : { schema: schema as Schema, file }
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (value: unknown, name: string): unknown =>
  isTable(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** A shape that calls for another constant than the one that is there. */
const excluded = ({ properties }: Schema, value: unknown): boolean =>
  Object.entries(properties ?? {}).some(
    ([name, { const: wanted }]) =>
      wanted !== undefined && own(value, name) !== undefined && own(value, name) !== wanted,
  )

function childOf({ schema, file }: Placed, step: string | number): Placed[] {
  const { properties = {}, additionalProperties, items } = schema
  const found =
    typeof step === 'number'
      ? Array.isArray(items)
        ? (items as readonly Schema[])[step]
        : (items as Schema | undefined)
      : Object.hasOwn(properties, step)
        ? properties[step]
        : additionalProperties
  return typeof found === 'object' ? [{ schema: found, file }] : []
}

/** What stands at a path. */
export const valueIn = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (here, step) => (Array.isArray(here) ? here[Number(step)] : own(here, String(step))),
    value,
  )

/** What a file may have at a path: each allowed shape. */
export function schemasAt(files: SchemaFiles, root: string, value: unknown, path: Path): Placed[] {
  const schema = files.get(root)
  let here: unknown = value
  let found = schema ? shapes(files, { schema, file: root }, value) : []
  for (const step of path) {
    here = Array.isArray(here) ? here[Number(step)] : own(here, String(step))
    found = found.flatMap((one) => childOf(one, step)).flatMap((one) => shapes(files, one, here))
  }
  return found
}
