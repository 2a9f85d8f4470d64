import type { DeviceHead, PropertyAddress } from '#engine/ports.ts'
import { apart } from '#engine/property/state/words-of.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'

/** A device that does not answer says nothing of now. */
export const isAway = (status: DeviceHead['status']): boolean => status === 4 || status === 5

export interface PlacedAt {
  address: PropertyAddress
  placed: Placed
}

/** Devices of a model share their layout: it is read once. */
const placedIn = new WeakMap<DeviceLayout, readonly Placed[]>()

/** Every value of a device once, as its layout places it: the tile first. */
function valuesOf({ id, layout }: DeviceHead): readonly PlacedAt[] {
  if (!layout) return []
  const known = placedIn.get(layout) ?? placedOf(layout)
  placedIn.set(layout, known)
  return known.map((placed) => ({
    address: { device: id, service: placed.service, property: placed.property },
    placed,
  }))
}

function placedOf(layout: DeviceLayout): readonly Placed[] {
  const { header, control, switches = [], footer } = layout.tile
  const all = [
    header,
    control,
    ...switches,
    ...footer,
    ...Object.values(layout.sections).flatMap((section) => section ?? []),
  ].filter((placed) => placed !== undefined)
  const found = new Map<string, Placed>()
  for (const placed of all.flatMap(apart)) {
    const key = `${placed.service}/${placed.property}`
    if (!found.has(key)) found.set(key, placed)
  }
  return [...found.values()]
}

/** What a device measures in one of these units; what can be set is no measurement. */
export const numbersOf = (head: DeviceHead, units: readonly string[]): readonly PlacedAt[] =>
  valuesOf(head).filter(
    ({ placed: { value } }) =>
      value.unit !== undefined && units.includes(value.unit) && !value.access.includes('write'),
  )

/** What a device tells under one of these icons, e.g. that a window is open. */
export const statesOf = (head: DeviceHead, icons: readonly string[]): readonly PlacedAt[] =>
  valuesOf(head).filter(({ placed }) => {
    const icon = iconOf(placed)
    return icon !== undefined && icons.includes(icon) && !placed.value.access.includes('write')
  })

export const iconOf = ({ value, options }: Placed): string | undefined =>
  value.icon ?? (typeof options.iconName === 'string' ? options.iconName : undefined)
