import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { withRoomNamed } from '../floor-plan.ts'

export const renameRoom = defineCommand(
  'rename_room',
  async ({ room_name, ...place }, { floors }: RoomsContext, { userId }) => {
    await floors.change(userId, (before) => withRoomNamed(before, place, room_name))
    return {}
  },
)
