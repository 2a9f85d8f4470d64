import type { Placed, PropertyType, Value } from '#schemas/generated/entities/layout.ts'

/** A placement as examples and tests need it. */
export const placedOf = (
  propertyType: PropertyType,
  service: string,
  property: string,
  value: Value,
  rest: Partial<Omit<Placed, 'options'>> & { options?: Partial<Placed['options']> } = {},
): Placed => ({
  service,
  property,
  section: 'control',
  grid: [0, 0, 2, 1],
  value,
  ...rest,
  options: { propertyType, ...rest.options },
})
