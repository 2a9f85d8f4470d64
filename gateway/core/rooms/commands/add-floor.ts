import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { withFloor } from '../floor-plan.ts'

export const addFloor = defineCommand(
  'add_floor',
  async ({ floor_name }, { floors }: RoomsContext, { userId }) => {
    const floor_id = floors.newId()
    await floors.change(userId, (before) => withFloor(before, { floor_id, floor_name, rooms: [] }))
    return { floor_id }
  },
)
