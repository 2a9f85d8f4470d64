import { remove_device_from_room as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import { withRoomChanged } from '../floor-plan.ts'

export const removeDeviceFromRoom = defineCommand({
  name: 'remove_device_from_room',
  accepts,
  changes: true,
  async run({ device_ids, ...place }, { devices, floors }, { userId }) {
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
})
