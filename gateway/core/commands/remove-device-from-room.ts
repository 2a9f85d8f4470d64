import { remove_device_from_room as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../command.ts'
import { assertDevices, withDevices } from './rooms.ts'

export const removeDeviceFromRoom = defineCommand({
  name: 'remove_device_from_room',
  accepts,
  changes: true,
  async run(params, reach) {
    assertDevices(params, reach)
    const taken = new Set(params.device_ids)
    await reach.floors.change((floors) =>
      withDevices(floors, params, (before, isTarget) => before.filter((id) => !isTarget || !taken.has(id))),
    )
    return {}
  },
})
