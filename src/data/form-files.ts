import type { FormSchema, RichSchema, Validator } from '#engine/forms/form-schema.ts'
import type { Document } from '#schemas/generated/definitions/document.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import { byName } from './by-name.ts'

/** Where every form and document is; the list itself comes with the first of them. */
export const forms = byName(import.meta.glob<Form>('../../catalogue/forms/*.json', { import: 'default' }))
export const bodies = byName(
  import.meta.glob<{ body: Omit<FormSchema, 'validate'>; validate: Validator }>(
    '../../schemas/generated/forms/*.js',
  ),
)
export const riches = byName(import.meta.glob<RichSchema>('../../schemas/generated/rich-forms/*.js'))
export const documents = byName(
  import.meta.glob<Document>('../../catalogue/documents/*.json', { import: 'default' }),
)
