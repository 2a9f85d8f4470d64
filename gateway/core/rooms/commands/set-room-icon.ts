import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { withIcon } from '../floor-plan.ts'

export const setRoomIcon = defineCommand(
  'set_room_icon',
  async ({ icon, ...place }, { floors }: RoomsContext, { userId }) => {
    await floors.change(userId, (before) => withIcon(before, place, icon))
    return {}
  },
)
