import devices from 'virtual:screens/area/devices'
import others from 'virtual:screens/others'
import type { Definitions } from '#engine/engine.ts'
import type { RichSchema } from '#engine/forms/form-schema.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import { byName } from './by-name.ts'
import { ownDefinitions } from './own-definitions.ts'
import { once, definitions as publicDefinitions } from './public-catalogue.ts'
import { addHeads, addScreens } from './screens.ts'

const resourceFiles = import.meta.glob<Resource>('../../catalogue/resources/*.json', {
  eager: true,
  import: 'default',
})

addHeads(others)
// The first tiles are among them.
addScreens(devices)

export const resources: ReadonlyMap<string, Resource> = byName(resourceFiles)

async function loadRichForm(name: string): Promise<{ form: Form; rich: RichSchema }> {
  const { forms, riches } = await import('./form-files.ts')
  const own = ownDefinitions.current().forms[name]
  const [form, rich] = await Promise.all([
    own?.form ?? forms.get(name)?.(),
    riches.get(own?.judge ?? name)?.(),
  ])
  if (!form || !rich) throw new Error(`There is no form ${name}`)
  return { form, rich }
}

/** The whole catalogue, for the house. */
export const definitions: Definitions = {
  ...publicDefinitions,
  resource: (name) => resources.get(name),
  richForm: once(loadRichForm),
}

export { heads } from './screens.ts'
