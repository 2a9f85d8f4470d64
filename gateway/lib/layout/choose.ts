import type { PropertyType } from '#schemas/generated/definitions/placement.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Rules } from '../rules.ts'
import { readable, writable } from '../value-kinds.ts'

/** Which widget draws a value best. What no widget can draw yet is a reading: shown, never blank. */
export function propertyTypeFor({ propertyTypes }: Rules, value: Value): PropertyType {
  const wanted = best(value)
  return propertyTypes.types[wanted]?.placeable ? wanted : 'serviceWithUnit'
}

function best(value: Value): PropertyType {
  switch (value.kind) {
    case 'color':
      return writable(value) ? 'rgbPanelHexType' : 'serviceWithUnit'
    case 'bool':
      // Nothing to show, only to do: buttons without a state.
      return readable(value) ? 'iconType' : 'selection1'
    case 'option':
      return option(value)
    case 'number':
    case 'range':
      return writable(value) && settable(value) ? 'valueSetter' : 'serviceWithUnit'
    case 'object':
      return writable(value) || !value.fields ? 'serviceWithUnit' : 'group'
    default:
      return 'serviceWithUnit'
  }
}

function option(value: Value): PropertyType {
  const choices = value.options?.length ?? 0
  if (writable(value)) return choices > 1 || !readable(value) ? 'selection1' : 'serviceWithUnit'
  return value.access.includes('event') || choices === 0 ? 'serviceWithUnit' : 'iconType'
}

/** spec 2 §5: the value setter's own range, 16 to 31, is for temperatures; other numbers need theirs. */
const settable = ({ min, max, unit }: Value): boolean =>
  (min !== undefined && max !== undefined) || unit === '°C'

/** Whether what is placed serves all that the value is for; a settable text that is only shown does not. */
export const operable = (value: Value, propertyType: PropertyType): boolean =>
  !writable(value) || (propertyType !== 'serviceWithUnit' && propertyType !== 'group')
