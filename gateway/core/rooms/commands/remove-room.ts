import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { withoutRoom } from '../floor-plan.ts'

export const removeRoom = defineCommand(
  'remove_room',
  async (place, { floors }: RoomsContext, { userId }) => {
    await floors.change(userId, (before) => withoutRoom(before, place))
    return {}
  },
)
