import { rename_room as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { withRoomNamed } from '../floor-plan.ts'

export const renameRoom = defineCommand({
  name: 'rename_room',
  accepts,
  changes: true,
  async run({ room_name, ...place }, { floors }, { userId }) {
    await floors.change(userId, (before) => withRoomNamed(before, place, room_name))
    return {}
  },
})
