import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { withoutFloor } from '../floor-plan.ts'

export const removeFloor = defineCommand(
  'remove_floor',
  async ({ floor_id }, { floors }: RoomsContext, { userId }) => {
    await floors.change(userId, (before) => withoutFloor(before, floor_id))
    return {}
  },
)
