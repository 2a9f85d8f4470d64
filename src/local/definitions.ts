import limits from '#catalogue/limits.json' with { type: 'json' }
import menu from '#catalogue/local/menus/local.json' with { type: 'json' }
import type { Definitions, LimitValue } from '#engine/engine.ts'
import type { FormSchema, Validator } from '#engine/forms/form-schema.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'

// The catalogue check has proved every file against its schema; here, and only here, they get their types.

const screenFiles = import.meta.glob<Screen>('../../catalogue/local/screens/*.json', {
  eager: true,
  import: 'default',
})
const formFiles = import.meta.glob<Form>('../../catalogue/local/forms/*.json', {
  eager: true,
  import: 'default',
})
const bodyFiles = import.meta.glob<{ body: Omit<FormSchema, 'validate'>; validate: Validator }>(
  '../../schemas/generated/forms/local/*.js',
  { eager: true },
)

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))

const screens: ReadonlyMap<string, Screen> = new Map(
  Object.values(screenFiles).map((screen) => [screen.id, screen]),
)

const forms: ReadonlyMap<string, Promise<{ form: Form; schema: FormSchema }>> = new Map(
  Object.entries(formFiles).map(([file, form]) => {
    const name = nameOf(file)
    const found = bodyFiles[`../../schemas/generated/forms/local/${name}.js`]
    if (!found) throw new Error(`npm run gen has made no validator for the form ${name}`)
    const { body, validate } = found
    const faults: FormSchema['validate'] = (value) =>
      validate(value)
        ? []
        : (validate.errors ?? []).map(({ instancePath, keyword, params }) => ({
            field:
              keyword === 'required' ? String(params.missingProperty) : (instancePath.split('/')[1] ?? ''),
            rule: keyword,
            params,
          }))
    return [name, Promise.resolve({ form, schema: { ...body, validate: faults } })]
  }),
)

export const definitions: Definitions = {
  screen: (id) => screens.get(id),
  resource: () => undefined,
  form: (name) => forms.get(name) ?? Promise.reject(new Error(`There is no form ${name}`)),
  limit(name): LimitValue {
    const limit = (limits.limits as Record<string, { value: LimitValue }>)[name]
    if (!limit) throw new Error(`catalogue/limits.json has no ${name}`)
    return limit.value
  },
}

/** A number of catalogue/limits.json, in its own unit. */
export const numberLimit = (name: string): number => Number(definitions.limit(name))

export const screenAt = (path: string): Screen | undefined =>
  [...screens.values()].find(({ route }) => route === path)

export const routeOf = (id: string): string => screens.get(id)?.route ?? '/'

export const menuItems = menu.items
