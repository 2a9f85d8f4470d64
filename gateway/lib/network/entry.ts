import type { Device } from '#schemas/generated/entities/device.ts'
import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'

/** Ways longer than this are no ways. */
const STAGES = 30
const LETTERS = 64

/** What is told of a device for network diagnostics; nothing that a device may have made up grows beyond its bounds. */
export function entryOf(device: Device): NetworkEntry {
  const { id, networkType, status, role, sleeping, route, routeTimestamp, lqiValue } = device
  return {
    NodeID: id,
    networkType,
    status,
    ...(role !== undefined && { role }),
    ...(sleeping && { sleeping }),
    ...(route && { route: route.slice(0, STAGES).map((one) => one.slice(0, LETTERS)) }),
    ...(routeTimestamp !== undefined && { routeTimestamp }),
    ...(Number.isFinite(lqiValue) && { lqiValue: Math.min(255, Math.max(0, Number(lqiValue))) }),
    ...(device.link_speed !== undefined && { link_speed: device.link_speed.slice(0, 40) }),
    ...(device.address !== undefined && { address: device.address.slice(0, LETTERS) }),
    ...(device.ipAddress !== undefined && { ipAddress: device.ipAddress.slice(0, LETTERS) }),
  }
}
