import { add_floor as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { withFloor } from '../floor-plan.ts'

export const addFloor = defineCommand({
  name: 'add_floor',
  accepts,
  changes: true,
  async run({ floor_name }, { floors }, { userId }) {
    const floor_id = floors.newId()
    await floors.change(userId, (before) => withFloor(before, { floor_id, floor_name, rooms: [] }))
    return { floor_id }
  },
})
