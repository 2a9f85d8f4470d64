import type { DeviceHead, PropertyAddress } from '#engine/ports.ts'
import { apart } from '#engine/property/state/words-of.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'

/** A device that does not answer says nothing of now. */
export const isAway = (status: DeviceHead['status']): boolean => status === 4 || status === 5

export interface PlacedAt {
  address: PropertyAddress
  placed: Placed
}

/** Every value of a device once, as its layout places it: the tile first. */
function valuesOf({ id, layout }: DeviceHead): readonly PlacedAt[] {
  if (!layout) return []
  const { header, control, switches = [], footer } = layout.tile
  const all = [
    header,
    control,
    ...switches,
    ...footer,
    ...Object.values(layout.sections).flatMap((section) => section ?? []),
  ].filter((placed) => placed !== undefined)
  const found = new Map<string, PlacedAt>()
  for (const placed of all.flatMap(apart)) {
    const { service, property } = placed
    const key = `${service}/${property}`
    if (!found.has(key)) found.set(key, { address: { device: id, service, property }, placed })
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
  valuesOf(head).filter(({ placed: { value, options } }) => {
    const icon = value.icon ?? (typeof options.iconName === 'string' ? options.iconName : undefined)
    return icon !== undefined && icons.includes(icon) && !value.access.includes('write')
  })
