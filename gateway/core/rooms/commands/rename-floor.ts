import { rename_floor as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { withFloorNamed } from '../floor-plan.ts'

export const renameFloor = defineCommand({
  name: 'rename_floor',
  accepts,
  changes: true,
  async run({ floor_id, floor_name }, { floors }, { userId }) {
    await floors.change(userId, (before) => withFloorNamed(before, floor_id, floor_name))
    return {}
  },
})
