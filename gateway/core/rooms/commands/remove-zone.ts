import { remove_zone as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { floorWith, withoutFloor, withoutRoom } from '../floor-plan.ts'

export const removeZone = defineCommand({
  name: 'remove_zone',
  accepts,
  changes: true,
  async run({ zone_id: room_id }, { floors }, { userId }) {
    await floors.change(userId, (before) => {
      const floor = floorWith(before, room_id)
      return floor
        ? withoutRoom(before, { floor_id: floor.floor_id, room_id })
        : withoutFloor(before, room_id)
    })
    return {}
  },
})
