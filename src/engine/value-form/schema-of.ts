import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { Value } from '#schemas/generated/definitions/value.ts'

/** A schema for rjsf that carries what it was made of: nothing else is asked whether a value fits. */
export interface ValueSchema extends RJSFSchema {
  described: Value
}

/** Lists and objects are parts to rjsf; everything else is one field of ours. */
const isList = ({ kind, item }: Value): boolean => kind === 'list' && item !== undefined
const isObject = ({ kind, fields }: Value): boolean => kind === 'object' && fields !== undefined

/** The structure of a value as rjsf wants it. Kinds, ranges and lengths stay with the description. */
export function schemaOf(described: Value): ValueSchema {
  const { item, fields = {}, lengthMax } = described
  if (isList(described) && item)
    return {
      described,
      type: 'array',
      items: schemaOf(item),
      ...(lengthMax !== undefined && { maxItems: lengthMax }),
    }
  if (isObject(described))
    return {
      described,
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    }
  return { described }
}

export function uiSchemaOf(described: Value): UiSchema {
  const { item, fields = {} } = described
  if (isList(described) && item) return { items: uiSchemaOf(item) }
  if (isObject(described))
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, uiSchemaOf(field)]))
  return { 'ui:field': 'value' }
}

export const describedBy = (schema: unknown): Value =>
  (schema as Partial<ValueSchema> | undefined)?.described ?? { kind: 'text', access: [] }
