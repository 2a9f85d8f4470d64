import { rename_zone as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { floorWith, withFloorNamed, withRoomNamed } from '../floor-plan.ts'

export const renameZone = defineCommand({
  name: 'rename_zone',
  accepts,
  changes: true,
  async run({ zone_id, name }, { floors }, { userId }) {
    await floors.change(userId, (before) => {
      const floor = floorWith(before, zone_id)
      return floor
        ? withRoomNamed(before, { floor_id: floor.floor_id, room_id: zone_id }, name)
        : withFloorNamed(before, zone_id, name)
    })
    return {}
  },
})
