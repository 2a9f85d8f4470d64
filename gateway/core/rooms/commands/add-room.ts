import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { withRoom } from '../floor-plan.ts'

export const addRoom = defineCommand(
  'add_room',
  async ({ floor_id, room_name, icon }, { floors }: RoomsContext, { userId }) => {
    const room_id = floors.newId()
    const room = { room_id, room_name, ...(icon && { icon }), devices: [] }
    await floors.change(userId, (before) => withRoom(before, floor_id, room))
    return { room_id }
  },
)
