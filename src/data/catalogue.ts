import type { Definitions } from '#engine/engine.ts'
import type { RichSchema } from '#engine/forms/form-schema.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { addScreens, byName, definitions as door, forms, once } from './door-catalogue.ts'

const screenFiles = import.meta.glob<Screen>('../../catalogue/screens/**/*.json', {
  eager: true,
  import: 'default',
})
const resourceFiles = import.meta.glob<Resource>('../../catalogue/resources/*.json', {
  eager: true,
  import: 'default',
})
const richFiles = import.meta.glob<RichSchema>('../../schemas/generated/rich-forms/*.js')

addScreens(screenFiles)

export const resources: ReadonlyMap<string, Resource> = byName(resourceFiles)

const riches = byName(richFiles)

async function loadRichForm(name: string): Promise<{ form: Form; rich: RichSchema }> {
  const [form, rich] = await Promise.all([forms.get(name)?.(), riches.get(name)?.()])
  if (!form || !rich) throw new Error(`There is no form ${name}`)
  return { form, rich }
}

/** The whole catalogue, for the house. */
export const definitions: Definitions = {
  ...door,
  resource: (name) => resources.get(name),
  richForm: once(loadRichForm),
}

export { errorRules, screens } from './door-catalogue.ts'
