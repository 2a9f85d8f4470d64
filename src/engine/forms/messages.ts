import type { Text } from '#i18n/useText.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { FormSchema } from './form-schema.ts'

export type Values = Readonly<Record<string, unknown>>
export type Messages = Readonly<Record<string, string>>

const texts = [
  'required',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'format',
  'enum',
  'type',
  'minItems',
  'maxItems',
  'uniqueItems',
  'const',
] as const

const known = (rule: string): (typeof texts)[number] => texts.find((text) => text === rule) ?? 'pattern'

interface Fault {
  rule: string
  limit: unknown
  value: unknown
  label: string
}

/** A fault as a sentence that names the field. An empty text is missing rather than too short. */
export function sentence({ rule, limit, value, label }: Fault, { t }: Text): string {
  const empty = value === '' || value === undefined
  return t(`engine.form.${empty && rule !== 'type' && rule !== 'const' ? 'required' : known(rule)}`, {
    field: label,
    limit,
  })
}

/** Another field has a value that makes this one needless. */
export const isNeedless = (form: Form, field: string, values: Values): boolean => {
  const unless = form.fields?.[field]?.unless
  return unless?.is.includes(String(values[unless.field])) === true
}

/** Values as the schema has them: what an address says is text. */
export const typed = ({ properties }: Pick<FormSchema, 'properties'>, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      properties[field]?.type === 'boolean' && typeof value === 'string' ? value === 'true' : value,
    ]),
  )

/** The values of a form without those that are needless now: what was typed there is gone. */
export const withoutNeedless = (form: Form, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !isNeedless(form, field, values)))

/** A box that was never touched is not missing but unticked. */
const unticked = ({ properties }: FormSchema, field: string, rule: string): string =>
  rule === 'required' && properties[field]?.type === 'boolean' ? 'const' : rule

/** What is wrong with a form, by field: first what its schema says, then fields that must repeat another. */
export function messagesOf(
  form: Form,
  schema: FormSchema,
  values: Values,
  label: (field: string) => string,
  text: Text,
): Messages {
  const messages: Record<string, string> = {}
  for (const { field, rule, params } of schema.validate(bodyOf(form, schema, values)))
    messages[field] ??= sentence(
      { rule: unticked(schema, field, rule), limit: params.limit, value: values[field], label: label(field) },
      text,
    )
  for (const [field, { equals }] of Object.entries(form.fields ?? {}))
    if (equals !== undefined && values[field] !== values[equals])
      messages[field] ??= text.t('engine.form.equals', { field: label(field), other: label(equals) })
  return messages
}

/** What is sent: fields of the body, put in lower or upper case where the form says so; empty ones that may be stay away. */
export function bodyOf(
  form: Form,
  schema: Pick<FormSchema, 'required' | 'properties'>,
  values: Values,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of form.groups.flat()) {
    if (!Object.hasOwn(schema.properties, field) || isNeedless(form, field, values)) continue
    const value = values[field]
    if (value === undefined || (value === '' && !schema.required.includes(field))) continue
    const { lowercase, uppercase } = form.fields?.[field] ?? {}
    const text = typeof value === 'string'
    body[field] = text && lowercase ? value.toLowerCase() : text && uppercase ? value.toUpperCase() : value
  }
  return body
}
