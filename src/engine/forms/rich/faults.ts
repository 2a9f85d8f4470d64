import {
  type ErrorSchema,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type ValidatorType,
} from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { Text } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { RichSchema } from '../form-schema.ts'
import { bodyOf, type Messages, sentence, type Values } from '../messages.ts'

/** What is sent of a form's values. */
export const richBodyOf = (form: Form, { schema }: RichSchema, values: Values): Record<string, unknown> =>
  bodyOf(form, { required: schema.required ?? [], properties: schema.properties ?? {} }, values)

/** rjsf's validator over functions compiled beforehand, asked about what would be sent: in the right case, without empty fields. */
export function validatorOf(form: Form, rich: RichSchema): ValidatorType {
  const validator = createPrecompiledValidator(
    rich.validators as unknown as Parameters<typeof createPrecompiledValidator>[0],
    rich.schema as RJSFSchema,
  )
  const validateFormData = validator.validateFormData.bind(validator)
  validator.validateFormData = (values, ...rest) =>
    validateFormData(richBodyOf(form, rich, (values ?? {}) as Values), ...rest)
  return validator
}

/** The words of a place: of a group or list its title, of an entry of a list the entry's. */
export function labelOf(words: string, { say, has }: Text): string {
  const title = `${words}_title`
  return say(has(title) ? title : words)
}

/** Key of the words of a place in the values, e.g. `.contact.0.address`. */
function wordsAt(name: string, path: readonly string[]): string {
  const entry = /^\d+$/.test(path.at(-1) ?? '') ? '_item' : ''
  return ['fields', name, ...path.filter((part) => !/^\d+$/.test(part))].join('.') + entry
}

/** Faults in the language of the person. */
export function inWords(
  name: string,
  errors: readonly RJSFValidationError[],
  values: Values,
  text: Text,
): RJSFValidationError[] {
  return errors.map((error) => {
    const path = (error.property ?? '').split('.').filter((part) => part !== '')
    const message = sentence(
      {
        rule: error.name ?? '',
        limit: (error.params as { limit?: unknown } | undefined)?.limit,
        value: valueAt(values, path.join('.')),
        label: labelOf(wordsAt(name, path), text),
      },
      text,
    )
    return { ...error, message, stack: message }
  })
}

/** Faults that the server has found, where rjsf looks for them. */
export const errorSchemaOf = (messages: Messages): ErrorSchema =>
  toErrorSchema(
    Object.entries(messages).map(([field, message]) => ({ property: `.${field}`, message, stack: message })),
  )
