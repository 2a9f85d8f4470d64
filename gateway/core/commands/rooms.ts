import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import type { Reach } from '../command.ts'
import { CommandError, codes } from '../errors.ts'
import { deviceOf } from './find.ts'

interface Target {
  floor_id: string
  room_id: string
  device_ids: readonly string[]
}

/** The floors with other devices in the rooms. Throws when there is no such room. */
export function withDevices(
  floors: readonly Floor[],
  { floor_id, room_id }: Target,
  devices: (before: readonly string[], isTarget: boolean) => string[],
): readonly Floor[] {
  const known = floors.some(
    (floor) => floor.floor_id === floor_id && floor.rooms.some((room) => room.room_id === room_id),
  )
  if (!known) throw new CommandError(codes.unknown, 'There is no such room')
  return floors.map((floor) => ({
    ...floor,
    rooms: floor.rooms.map((room) => ({
      ...room,
      devices: devices(room.devices, floor.floor_id === floor_id && room.room_id === room_id),
    })),
  }))
}

/** Throws when one of them is not of this home. */
export function assertDevices({ device_ids }: Target, { devices }: Pick<Reach, 'devices'>): void {
  for (const id of device_ids) deviceOf(devices, id)
}
