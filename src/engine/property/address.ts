import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { PropertyAddress } from '../doors.ts'

/** One value that a placement shows: its own, or one of those with it. */
export type Part = Pick<Placed, 'service' | 'property' | 'value'>

export const partsOf = (placed: Placed): readonly Part[] => [placed, ...(placed.more ?? [])]

export const partKey = ({ service, property }: Pick<Part, 'service' | 'property'>): string =>
  `${service}/${property}`

export const addressesOf = (device: string, placed: Placed): readonly PropertyAddress[] =>
  partsOf(placed).map(({ service, property }) => ({ device, service, property }))
