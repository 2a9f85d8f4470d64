import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Definitions, LimitValue } from '#engine/engine.ts'
import type { FieldError, FormSchema, Validator } from '#engine/forms/form-schema.ts'
import type { Document } from '#schemas/generated/definitions/document.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import { ownDefinitions } from './own-definitions.ts'
import { heads } from './screens.ts'

// The catalogue check has proved every file against its schema; here and in catalogue.ts they get their types.

interface Body {
  body: Omit<FormSchema, 'validate'>
  validate: Validator
}

/** What is there with the screen that shows it (src/app/public/sign-in.ts); all others are looked up (form-files.ts). */
const firstForms = new Map<string, Form>()
const firstBodies = new Map<string, Body>()

export function putForms(forms: ReadonlyMap<string, Form>, bodies: ReadonlyMap<string, Body>): void {
  for (const [name, form] of forms) firstForms.set(name, form)
  for (const [name, body] of bodies) firstBodies.set(name, body)
}

/** Ajv's faults by field: a missing one is named in the parameters, the others by their path. */
const faultsOf = (validate: Validator, body: unknown): FieldError[] => {
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, keyword, params }) => ({
    field: keyword === 'required' ? String(params.missingProperty) : (instancePath.split('/')[1] ?? ''),
    rule: keyword,
    params,
  }))
}

const formOf = (form: Form, { body, validate }: Body): { form: Form; schema: FormSchema } => ({
  form,
  schema: { ...body, validate: (value) => faultsOf(validate, value) },
})

async function loadForm(name: string): Promise<{ form: Form; schema: FormSchema }> {
  const own = ownDefinitions.current().forms[name]
  if (own) {
    const { interpreted } = await import('#lib/json-schema/interpreted.ts')
    return formOf(own.form, {
      body: { required: [], properties: {}, ...own.schema },
      validate: interpreted(own.schema),
    })
  }
  let form = firstForms.get(name)
  let body = firstBodies.get(name)
  if (!form || !body) {
    const { forms, bodies } = await import('./form-files.ts')
    form ??= await forms.get(name)?.()
    body ??= await bodies.get(name)?.()
  }
  if (!form || !body) throw new Error(`There is no form ${name}`)
  return formOf(form, body)
}

async function loadDocument(name: string): Promise<Document> {
  const { documents } = await import('./form-files.ts')
  const document = await documents.get(name)?.()
  if (!document) throw new Error(`There is no document ${name}`)
  return document
}

const caches = new Set<Map<string, unknown>>()

/** Forms of these names are others now. */
export function forgetForms(names: Iterable<string>): void {
  for (const name of names) for (const known of caches) known.delete(name)
}

/** Every form is one promise as long as it is the same: what waits for it asks again while it waits. React draws at once what has come before. */
export function once<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  caches.add(known)
  return (name) => {
    const asked = known.get(name)
    if (asked) return asked
    const one = load(name)
    known.set(name, one)
    one.then(
      (value) => Object.assign(one, { status: 'fulfilled', value }),
      () => {},
    )
    return one
  }
}

/** What the public pages read of the catalogue. */
export const definitions: Definitions = {
  screen: (id) => heads.get(id),
  // Rows belong to the house.
  resource: () => undefined,
  form: once(loadForm),
  document: once(loadDocument),
  limit: (name): LimitValue => {
    const limit = (limits.limits as Record<string, { value: LimitValue }>)[name]
    if (!limit) throw new Error(`catalogue/limits.json has no ${name}`)
    return limit.value
  },
}
