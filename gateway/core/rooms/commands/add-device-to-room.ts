import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { RoomsContext } from '../context.ts'
import { roomOf, withDevices } from '../floor-plan.ts'

export const addDeviceToRoom = defineCommand(
  'add_device_to_room',
  async ({ device_ids, ...place }, { devices, floors }: RoomsContext, { userId }) => {
    for (const id of device_ids) deviceOf(devices, id)
    const moved = new Set(device_ids)
    // A device is in one room: it leaves the one it was in.
    await floors.change(userId, (before) => {
      const target = roomOf(before, place)
      return withDevices(before, (room) => [
        ...room.devices.filter((id) => room === target || !moved.has(id)),
        ...(room === target ? [...moved].filter((id) => !room.devices.includes(id)) : []),
      ])
    })
    return {}
  },
)
