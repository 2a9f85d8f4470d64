import { add_room as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { withRoom } from '../floor-plan.ts'

export const addRoom = defineCommand({
  name: 'add_room',
  accepts,
  changes: true,
  async run({ floor_id, room_name, icon }, { floors }, { userId }) {
    const room_id = floors.newId()
    const room = { room_id, room_name, ...(icon && { icon }), devices: [] }
    await floors.change(userId, (before) => withRoom(before, floor_id, room))
    return { room_id }
  },
})
