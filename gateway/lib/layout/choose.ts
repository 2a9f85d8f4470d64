import type { PropertyType } from '#schemas/generated/definitions/placement.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { CatalogueRules } from '../models/catalogue-rules.ts'
import { readable, writable } from '../values/value-kinds.ts'

/** Which widget draws a value best. What no widget can draw yet is a reading: shown, never blank. */
export function propertyTypeFor({ propertyTypes }: CatalogueRules, value: Value): PropertyType {
  const wanted = best(value)
  return propertyTypes.types[wanted]?.placeable ? wanted : 'serviceWithUnit'
}

function best(value: Value): PropertyType {
  switch (value.kind) {
    case 'color':
      return writable(value) ? 'rgbPanelHexType' : 'serviceWithUnit'
    case 'bool':
      // Nothing to show, only to do: buttons without a state.
      return readable(value) ? 'iconType' : 'commandButton'
    case 'option':
      return option(value)
    case 'number':
    case 'range':
      return writable(value) ? 'valueSetter' : 'serviceWithUnit'
    case 'text':
      return writable(value) ? 'textField' : 'serviceWithUnit'
    case 'object':
      if (writable(value)) return 'compositeForm'
      return value.fields ? 'group' : 'serviceWithUnit'
    case 'list':
      return writable(value) ? 'listEditor' : 'serviceWithUnit'
  }
}

function option(value: Value): PropertyType {
  const choices = value.options?.length ?? 0
  if (writable(value) && choices > 1) return 'selection1'
  // One thing to choose and no state: an order.
  if (writable(value)) return readable(value) || choices === 0 ? 'serviceWithUnit' : 'commandButton'
  return value.access.includes('event') || choices === 0 ? 'serviceWithUnit' : 'iconType'
}

/** Whether what is placed serves all that the value is for; a settable text that is only shown does not. */
export const operable = (value: Value, propertyType: PropertyType): boolean =>
  !writable(value) || (propertyType !== 'serviceWithUnit' && propertyType !== 'group')
