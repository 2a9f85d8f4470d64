import { add_device_to_room as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../command.ts'
import { assertDevices, withDevices } from './rooms.ts'

export const addDeviceToRoom = defineCommand({
  name: 'add_device_to_room',
  accepts,
  changes: true,
  async run(params, reach) {
    assertDevices(params, reach)
    const moved = new Set(params.device_ids)
    // A device is in one room: it leaves the one it was in.
    await reach.floors.change((floors) =>
      withDevices(floors, params, (before, isTarget) => [
        ...before.filter((id) => !moved.has(id)),
        ...(isTarget ? moved : []),
      ]),
    )
    return {}
  },
})
