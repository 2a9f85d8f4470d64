import type { Property } from '#schemas/generated/entities/device.ts'

/** Whether the device reports the property; orders such as "identify" it only takes. */
export const isReadable = ({ access }: Pick<Property, 'access'>): boolean => access?.includes('read') ?? true
