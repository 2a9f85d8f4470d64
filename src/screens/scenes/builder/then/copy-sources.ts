import type { DeviceHead } from '#engine/ports.ts'
import { canCopy } from '#gateway/rules/computed/computed.ts'
import { known, type OfferedProperty } from '../offered/properties.ts'

/** What of a device another value may take over; never itself. */
export const copyable = (head: DeviceHead, device: string, to: OfferedProperty): readonly OfferedProperty[] =>
  known(head).filter(
    ({ service, property, value }) =>
      !(head.id === device && service === to.service && property === to.property) && canCopy(value, to.value),
  )

/** Devices of which a value may be taken over. */
export const copySources = (
  heads: readonly DeviceHead[],
  device: string,
  to: OfferedProperty,
): readonly DeviceHead[] => heads.filter((head) => copyable(head, device, to).length > 0)
