import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import type { PropertyAddress } from '../../ports.ts'

/** One value that a placement shows: its own, or one of those with it. */
export type Part = Pick<Placed, 'service' | 'property' | 'value'>

export const partsOf = (placed: Placed): readonly Part[] => [placed, ...(placed.more ?? [])]

export const partKey = ({ service, property }: Pick<Part, 'service' | 'property'>): string =>
  `${service}/${property}`

export const addressesOf = (device: string, placed: Placed): readonly PropertyAddress[] =>
  partsOf(placed).map(({ service, property }) => ({ device, service, property }))

/** What a tile can be operated by: its head, its one control or its switches. */
export const mainOf = ({ header, control, switches = [] }: DeviceLayout['tile']): readonly Placed[] =>
  [header, control, ...switches].filter((placed) => placed !== undefined)

/** Everything that stands on a tile. */
export const onTile = (tile: DeviceLayout['tile']): readonly Placed[] => [...mainOf(tile), ...tile.footer]
