import { type CatalogueRules, knownAddresses } from '#gateway/lib/models/catalogue-rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { ModelVocabulary } from '#schemas/generated/entities/model-vocabulary.ts'

interface Sources {
  rules: CatalogueRules
  /** Templates and models: whatever an entry may extend. */
  entries: readonly DeviceModel[]
  icons: ReadonlySet<string> | undefined
}

/** What the text of a model may name, as the check would accept it. */
export function vocabularyOf({ rules, entries, icons }: Sources): ModelVocabulary {
  const properties = new Map<string, Set<string>>()
  const add = (service: string, property: string): void => {
    const known = properties.get(service) ?? new Set()
    properties.set(service, known.add(property))
  }
  for (const address of knownAddresses(rules)) {
    const [service = '', property = ''] = address.split('/')
    add(service, property)
  }
  for (const { services = {} } of entries)
    for (const [service, described] of Object.entries(services))
      for (const property of Object.keys(described.properties)) add(service, property)
  const widgets = Object.entries(rules.propertyTypes.types).flatMap(([name, rule]) =>
    rule?.placeable ? [[name, rule] as const] : [],
  )
  return {
    names: {
      icon: [...(icons ?? [])],
      template: entries.map(({ model }) => model),
      service: [...properties.keys()].toSorted(),
      widget: widgets.map(([name]) => name),
    },
    under: {
      property: Object.fromEntries(
        [...properties].map(([service, known]) => [
          service,
          Object.fromEntries([...known].toSorted().map((property) => [property, []])),
        ]),
      ),
      param: Object.fromEntries(widgets.map(([name, { params = {} }]) => [name, params])),
    },
  }
}
