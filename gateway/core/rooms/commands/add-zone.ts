import { add_zone as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import { withFloor, withRoom } from '../floor-plan.ts'

export const addZone = defineCommand({
  name: 'add_zone',
  accepts,
  changes: true,
  async run({ name, type, floor_id }, { floors }, { userId }) {
    const zone_id = floors.newId()
    if (type === 'room' && floor_id === undefined)
      throw new CommandError(codes.invalid, 'A room needs a floor')
    await floors.change(userId, (before) =>
      type === 'room' && floor_id !== undefined
        ? withRoom(before, floor_id, { room_id: zone_id, room_name: name, devices: [] })
        : withFloor(before, { floor_id: zone_id, floor_name: name, rooms: [] }),
    )
    return { zone_id }
  },
})
