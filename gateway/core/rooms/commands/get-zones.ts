import { get_zones as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const getZones = defineCommand({
  name: 'get_zones',
  accepts,
  changes: false,
  run: (_params, { floors }) => ({
    zones: floors.layout().floors.flatMap(({ floor_id, floor_name, rooms }) => [
      { zone_id: floor_id, name: floor_name, type: 'floor' as const },
      ...rooms.map(({ room_id, room_name }) => ({
        zone_id: room_id,
        name: room_name,
        type: 'room' as const,
        floor_id,
      })),
    ]),
  }),
})
