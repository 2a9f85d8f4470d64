const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** spec 2 §3: the devices of a room are ids, or objects with devices; what is neither is left to whoever judges the layout. */
function idsIn(devices: unknown): unknown {
  if (isRecord(devices) && 'devices' in devices) return idsIn(devices.devices)
  if (!Array.isArray(devices)) return devices
  return devices.flatMap((one: unknown) => {
    if (!isRecord(one)) return [one]
    if ('devices' in one) return idsIn(one.devices)
    return [one.device_id ?? one.id ?? one]
  })
}

/** The layout as it is on the wire of ours: devices by their ids, whichever way the gateway or a file writes them. */
export function withDeviceIds(layout: unknown): unknown {
  if (!isRecord(layout) || !Array.isArray(layout.floors)) return layout
  return {
    ...layout,
    floors: layout.floors.map((floor: unknown) =>
      isRecord(floor) && Array.isArray(floor.rooms)
        ? {
            ...floor,
            rooms: floor.rooms.map((room: unknown) =>
              isRecord(room) ? { ...room, devices: idsIn(room.devices) } : room,
            ),
          }
        : floor,
    ),
  }
}
