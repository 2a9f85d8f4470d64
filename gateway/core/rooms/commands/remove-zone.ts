import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { floorWith, withoutFloor, withoutRoom } from '../floor-plan.ts'

export const removeZone = defineCommand(
  'remove_zone',
  async ({ zone_id: room_id }, { floors }: RoomsContext, { userId }) => {
    await floors.change(userId, (before) => {
      const floor = floorWith(before, room_id)
      return floor
        ? withoutRoom(before, { floor_id: floor.floor_id, room_id })
        : withoutFloor(before, room_id)
    })
    return {}
  },
)
