import type { PlacementOptions, Value } from '#schemas/generated/entities/layout.ts'

/** One property as its description has it: enough to put a value of it into words. */
export interface PropertySpec {
  service: string
  property: string
  value: Value
  iconName?: PlacementOptions['iconName']
  /** Text key used instead of the property's own. */
  named?: string
}

export const specOf = (placed: {
  service: string
  property: string
  value: Value
  options?: PlacementOptions
}): PropertySpec => ({
  service: placed.service,
  property: placed.property,
  value: placed.value,
  iconName: placed.options?.iconName,
  named: placed.options?.translateServiceDifferent,
})

export const writable = ({ access }: Value): boolean => access.includes('write')
export const readable = ({ access }: Value): boolean => access.includes('read') || access.includes('event')
export const isBattery = ({ property, value }: PropertySpec): boolean =>
  property === 'battery' && value.kind !== 'bool' && value.kind !== 'option'
