import type { DeviceHead } from '#engine/ports.ts'
import { onTile, partKey, partsOf } from '#engine/property/state/address.ts'
import type { CandidateProperty } from '#gateway/rules/may.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'

/** One value of a device, with the placement that shows it. */
export interface OfferedProperty extends CandidateProperty {
  placed: Placed
}

type Ref = Pick<OfferedProperty, 'service' | 'property'>

/** Every value that a layout shows, once, with its placement on the device's page where there is one. */
function propertiesOf({ tile, sections }: DeviceLayout): readonly OfferedProperty[] {
  const found = new Map<string, OfferedProperty>()
  const { control = [], sensory = [], configuration = [], moreInfo = [], externalLinks = [] } = sections
  const placed = [...[control, sensory, configuration, moreInfo, externalLinks].flat(), ...onTile(tile)]
  for (const one of placed)
    for (const { service, property, value } of partsOf(one)) {
      const key = partKey({ service, property })
      const known = found.get(key)
      // A placement of its own tells more than one among others.
      if (!known || (partKey(known.placed) !== key && partKey(one) === key))
        found.set(key, { service, property, value, placed: one })
    }
  return [...found.values()]
}

const lookedThrough = new WeakMap<DeviceLayout, readonly OfferedProperty[]>()

/** Layouts are shared by many devices and stay what they are: each is looked through once. */
function knownProperties(layout: DeviceLayout): readonly OfferedProperty[] {
  const properties = lookedThrough.get(layout) ?? propertiesOf(layout)
  lookedThrough.set(layout, properties)
  return properties
}

export const propertyAt = (head: DeviceHead | undefined, ref: Ref): OfferedProperty | undefined =>
  head?.layout && knownProperties(head.layout).find((one) => partKey(one) === partKey(ref))

/** Every value of a device that its layout shows. */
export const known = ({ layout }: DeviceHead): readonly OfferedProperty[] =>
  layout ? knownProperties(layout) : []
