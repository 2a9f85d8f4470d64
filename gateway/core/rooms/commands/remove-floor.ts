import { remove_floor as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { withoutFloor } from '../floor-plan.ts'

export const removeFloor = defineCommand({
  name: 'remove_floor',
  accepts,
  changes: true,
  async run({ floor_id }, { floors }, { userId }) {
    await floors.change(userId, (before) => withoutFloor(before, floor_id))
    return {}
  },
})
