import signIn from 'virtual:screens/one/login'
import { byName } from '#data/by-name.ts'
import { putForms } from '#data/public-catalogue.ts'
import { addScreens } from '#data/screens.ts'
import type { FormSchema, Validator } from '#engine/forms/form-schema.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'

putForms(
  byName(import.meta.glob<Form>('../../../catalogue/forms/login.json', { eager: true, import: 'default' })),
  byName(
    import.meta.glob<{ body: Omit<FormSchema, 'validate'>; validate: Validator }>(
      '../../../schemas/generated/forms/login.js',
      { eager: true },
    ),
  ),
)
addScreens([signIn])

/** The one screen that every visitor gets at once, with its form. */
export { signIn }
