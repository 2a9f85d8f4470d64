import errors from '#catalogue/errors.json' with { type: 'json' }
import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Definitions, LimitValue } from '#engine/engine.ts'
import type { FieldError, FormSchema, RichSchema, Validator } from '#engine/forms/form-schema.ts'
import type { ErrorRules } from '#schemas/generated/definitions/errors.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'

// The catalogue check has proved every file against its schema; here, and only here, they get their types.

const screenFiles = import.meta.glob<Screen>('../../catalogue/screens/**/*.json', {
  eager: true,
  import: 'default',
})
const resourceFiles = import.meta.glob<Resource>('../../catalogue/resources/*.json', {
  eager: true,
  import: 'default',
})
const formFiles = import.meta.glob<Form>('../../catalogue/forms/*.json', { import: 'default' })
const bodyFiles = import.meta.glob<{ body: Omit<FormSchema, 'validate'>; validate: Validator }>(
  '../../schemas/generated/forms/*.js',
)

const richFiles = import.meta.glob<RichSchema>('../../schemas/generated/rich-forms/*.js')

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))
const byName = <T>(files: Record<string, T>): Map<string, T> =>
  new Map(Object.entries(files).map(([file, one]) => [nameOf(file), one]))

export const screens: ReadonlyMap<string, Screen> = new Map(
  Object.values(screenFiles).map((screen) => [screen.id, screen]),
)
export const resources: ReadonlyMap<string, Resource> = byName(resourceFiles)
export const errorRules = errors as ErrorRules

const forms = byName(formFiles)
const bodies = byName(bodyFiles)
const riches = byName(richFiles)

/** Ajv's faults by field: a missing one is named in the parameters, the others by their path. */
const faultsOf = (validate: Validator, body: unknown): FieldError[] => {
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, keyword, params }) => ({
    field: keyword === 'required' ? String(params.missingProperty) : (instancePath.split('/')[1] ?? ''),
    rule: keyword,
    params,
  }))
}

async function loadForm(name: string): Promise<{ form: Form; schema: FormSchema }> {
  const [form, body] = await Promise.all([forms.get(name)?.(), bodies.get(name)?.()])
  if (!form || !body) throw new Error(`There is no form ${name}`)
  return { form, schema: { ...body.body, validate: (value) => faultsOf(body.validate, value) } }
}

async function loadRichForm(name: string): Promise<{ form: Form; rich: RichSchema }> {
  const [form, rich] = await Promise.all([forms.get(name)?.(), riches.get(name)?.()])
  if (!form || !rich) throw new Error(`There is no form ${name}`)
  return { form, rich }
}

/** Every form is one promise for ever: what waits for it asks again while it waits. */
function once<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (name) => {
    const one = known.get(name) ?? load(name)
    known.set(name, one)
    return one
  }
}

export const definitions: Definitions = {
  screen: (id) => screens.get(id),
  resource: (name) => resources.get(name),
  form: once(loadForm),
  richForm: once(loadRichForm),
  limit: (name): LimitValue => {
    const limit = (limits.limits as Record<string, { value: LimitValue }>)[name]
    if (!limit) throw new Error(`catalogue/limits.json has no ${name}`)
    return limit.value
  },
}
