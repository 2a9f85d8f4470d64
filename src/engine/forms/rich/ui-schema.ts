import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { Form } from '#schemas/generated/definitions/form.ts'

/** One place of a form as our controls want to know it; the same in every language. */
export interface Place {
  /** Key of its words below `fields`. */
  words: string
  look: NonNullable<Form['fields']>[string]
}

const isArray = ({ type }: RJSFSchema): boolean => type === 'array'
const itemsOf = ({ items }: RJSFSchema): RJSFSchema =>
  typeof items === 'object' && !Array.isArray(items) ? (items as RJSFSchema) : {}

/** Several of a few: rjsf's own name for an array whose items are an enumeration. */
const isSeveral = (schema: RJSFSchema): boolean =>
  isArray(schema) && schema.uniqueItems === true && itemsOf(schema).enum !== undefined

function uiOf(form: Form, schema: RJSFSchema, words: string, path: readonly string[]): UiSchema {
  const place: Place = {
    words: [words, ...path].join('.'),
    look: form.fields?.[path.join('.')] ?? {},
  }
  const ui: UiSchema = { 'ui:options': { place } }
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    ui[name] = uiOf(form, part as RJSFSchema, words, [...path, name])
  if (isSeveral(schema)) return { ...ui, 'ui:widget': 'several' }
  if (isArray(schema)) return { ...ui, items: itemUiOf(form, schema, words, path) }
  return schema.type === 'object' ? ui : { ...ui, 'ui:widget': 'field' }
}

/** Fields of an entry are called like fields of the list; an entry without fields is `<list>_item`. */
function itemUiOf(form: Form, schema: RJSFSchema, words: string, path: readonly string[]): UiSchema {
  const ui = uiOf(form, itemsOf(schema), words, path)
  const own: Place = {
    words: `${[words, ...path].join('.')}_item`,
    look: form.fields?.[path.join('.')] ?? {},
  }
  return { ...ui, 'ui:options': { place: own } }
}

/** How rjsf draws a form of the catalogue: which control, under which words. */
export const uiSchemaOf = (name: string, form: Form, schema: RJSFSchema): UiSchema =>
  uiOf(form, schema, `fields.${name}`, [])
