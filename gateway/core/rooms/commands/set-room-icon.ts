import { set_room_icon as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { withIcon } from '../floor-plan.ts'

export const setRoomIcon = defineCommand({
  name: 'set_room_icon',
  accepts,
  changes: true,
  async run({ icon, ...place }, { floors }, { userId }) {
    await floors.change(userId, (before) => withIcon(before, place, icon))
    return {}
  },
})
