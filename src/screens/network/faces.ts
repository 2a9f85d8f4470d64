import type { DeviceHead } from '#engine/ports.ts'
import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'
import { type IconName, iconNamed } from '#ui/Icon.tsx'

/** How a device is called and drawn: as it is known now, or as it was called when it was still there. */
export interface Face {
  id: string
  name: string
  icon: IconName
  room: string
}

export const faceOf = (entry: NetworkEntry, head: DeviceHead | undefined): Face => ({
  id: entry.NodeID,
  name: head?.name ?? entry.device_name ?? entry.NodeID,
  icon: iconNamed(head?.icon, 'device'),
  room: head?.room?.name ?? '',
})
