/** Keys of texts that follow from the data (locales/<language>/{properties,values,units,models}.json). */

const part = (word: string | number | boolean): string => String(word).replaceAll('.', '_')

/** Name of a property; falls back to the live label, then to `spoken`. */
export const propertyKey = (service: string, property: string): string =>
  `properties.${part(service)}.${part(property)}`

/** Word for one value of one property. */
export const valueKey = (service: string, property: string, value: string | number | boolean): string =>
  `values.${part(service)}.${part(property)}.${part(value)}`

/** Word that a value has wherever nothing closer is known: ON, none, auto … */
export const commonValueKey = (value: string | number | boolean): string => `values.common.${part(value)}`

/** Name of a model; where no text is, the entry's own `name` stands in. */
export const modelKey = (model: string): string => `models.${part(model)}`

/** Which of several alike: left, top; numbered ones need no word. */
export const endpointKey = (endpoint: string): string => `values.endpoint.${part(endpoint)}`

export const unitKey = (unit: string): string => `units.${part(unit)}`

/** How rules speak of one value of one property, where that has a wording of its own (`sentences.of`). */
export const spokenKeys = (
  as: 'when' | 'held' | 'was' | 'set',
  { service, property }: { service: string; property: string },
  word: string,
): readonly [string] => [`sentences.of.${part(service)}.${part(property)}.${as}.${part(word)}`]

/** A wire name as people would write it: `auto_relock_time` → `Auto relock time`. */
export function spoken(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
