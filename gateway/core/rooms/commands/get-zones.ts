import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'

export const getZones = defineCommand('get_zones', (_params, { floors }: RoomsContext) => ({
  zones: floors.layout().floors.flatMap(({ floor_id, floor_name, rooms }) => [
    { zone_id: floor_id, name: floor_name, type: 'floor' as const },
    ...rooms.map(({ room_id, room_name }) => ({
      zone_id: room_id,
      name: room_name,
      type: 'room' as const,
      floor_id,
    })),
  ]),
}))
