import type { Resource } from '#schemas/generated/definitions/resource.ts'
import { byName } from './by-name.ts'
import { addResources } from './house.ts'

const resourceFiles = import.meta.glob<Resource>('../../catalogue/resources/*.json', {
  eager: true,
  import: 'default',
})

export const resources: ReadonlyMap<string, Resource> = byName(resourceFiles)

addResources(resources)

export { definitions } from './house.ts'
