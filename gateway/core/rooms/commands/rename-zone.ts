import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { floorWith, withFloorNamed, withRoomNamed } from '../floor-plan.ts'

export const renameZone = defineCommand(
  'rename_zone',
  async ({ zone_id, name }, { floors }: RoomsContext, { userId }) => {
    await floors.change(userId, (before) => {
      const floor = floorWith(before, zone_id)
      return floor
        ? withRoomNamed(before, { floor_id: floor.floor_id, room_id: zone_id }, name)
        : withFloorNamed(before, zone_id, name)
    })
    return {}
  },
)
