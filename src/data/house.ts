import tiles from 'virtual:screens/one/quick_controls'
import others from 'virtual:screens/others'
import type { Definitions } from '#engine/engine.ts'
import type { RichSchema } from '#engine/forms/form-schema.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import { byName } from './by-name.ts'
import { ownDefinitions } from './own-definitions.ts'
import { once, definitions as publicDefinitions } from './public-catalogue.ts'
import { addHeads, addScreens } from './screens.ts'

addHeads(others)
// What the first page shows is known at once; all other screens come by the folder that they stand in.
addScreens([tiles])

/** The first page has devices alone; the other resources come with the rest of the house (src/app/rest/rest.ts). */
const resources = byName(
  import.meta.glob<Resource>('../../catalogue/resources/device.json', { eager: true, import: 'default' }),
)

export function addResources(more: ReadonlyMap<string, Resource>): void {
  for (const [name, resource] of more) resources.set(name, resource)
}

async function loadRichForm(name: string): Promise<{ form: Form; rich: RichSchema }> {
  const own = ownDefinitions.current().forms[name]
  if (own) {
    const { interpretedParts } = await import('#lib/json-schema/interpreted-parts.ts')
    const { form, schema } = own
    return { form, rich: { schema, validators: interpretedParts(schema) } }
  }
  const { forms, riches } = await import('./form-files.ts')
  const [form, rich] = await Promise.all([forms.get(name)?.(), riches.get(name)?.()])
  if (!form || !rich) throw new Error(`There is no form ${name}`)
  return { form, rich }
}

/** The whole catalogue, for the house. */
export const definitions: Definitions = {
  ...publicDefinitions,
  resource: (name) => ownDefinitions.current().resources[name] ?? resources.get(name),
  richForm: once(loadRichForm),
}

export { heads } from './screens.ts'
