import { remove_room as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { withoutRoom } from '../floor-plan.ts'

export const removeRoom = defineCommand({
  name: 'remove_room',
  accepts,
  changes: true,
  async run(place, { floors }, { userId }) {
    await floors.change(userId, (before) => withoutRoom(before, place))
    return {}
  },
})
