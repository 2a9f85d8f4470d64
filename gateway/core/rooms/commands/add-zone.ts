import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import type { RoomsContext } from '../context.ts'
import { withFloor, withRoom } from '../floor-plan.ts'

export const addZone = defineCommand(
  'add_zone',
  async ({ name, type, floor_id }, { floors }: RoomsContext, { userId }) => {
    const zone_id = floors.newId()
    if (type === 'room' && floor_id === undefined)
      throw new CommandError(codes.invalid, 'A room needs a floor')
    await floors.change(userId, (before) =>
      type === 'room' && floor_id !== undefined
        ? withRoom(before, floor_id, { room_id: zone_id, room_name: name, devices: [] })
        : withFloor(before, { floor_id: zone_id, floor_name: name, rooms: [] }),
    )
    return { zone_id }
  },
)
