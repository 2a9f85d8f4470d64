import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { RoomsContext } from '../context.ts'
import { withRoomChanged } from '../floor-plan.ts'

export const removeDeviceFromRoom = defineCommand(
  'remove_device_from_room',
  async ({ device_ids, ...place }, { devices, floors }: RoomsContext, { userId }) => {
    for (const id of device_ids) deviceOf(devices, id)
    const taken = new Set(device_ids)
    await floors.change(userId, (before) =>
      withRoomChanged(before, place, (room) => ({
        ...room,
        devices: room.devices.filter((id) => !taken.has(id)),
      })),
    )
    return {}
  },
)
