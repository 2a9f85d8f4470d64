import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'
import { withFloorNamed } from '../floor-plan.ts'

export const renameFloor = defineCommand(
  'rename_floor',
  async ({ floor_id, floor_name }, { floors }: RoomsContext, { userId }) => {
    await floors.change(userId, (before) => withFloorNamed(before, floor_id, floor_name))
    return {}
  },
)
