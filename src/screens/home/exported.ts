import { fileText, isRecord, readFile } from '#engine/objects/file.ts'
import type { FloorFacts } from '#engine/ports.ts'
import { withDeviceIds } from '#gateway/lib/homes/floor-layout.ts'
import type { Commands } from '#schemas/generated/channel.ts'

export type Floors = NonNullable<Commands['import_objects']['params']['floors']>

/** What stands in a file before its contents, so that another file is known as another. */
const KIND = 'gatehouse.rooms'

export function exportText(floors: readonly FloorFacts[]): string {
  const wire: Floors = floors.map(({ id, name, rooms }) => ({
    floor_id: id,
    floor_name: name,
    rooms: rooms.map(({ id: room_id, name: room_name, icon, devices }) => ({
      room_id,
      room_name,
      ...(icon !== undefined && { icon }),
      devices: [...devices],
    })),
  }))
  return fileText(KIND, { floors: wire })
}

const isTexts = (value: Readonly<Record<string, unknown>>, ...fields: string[]): boolean =>
  fields.every((field) => typeof value[field] === 'string')

/** The floors of a file, devices by their ids (spec 2 §3); undefined when it is another file. The gateway judges the rest. */
export function readExport(content: string): Floors | undefined {
  const read = readFile(content, withDeviceIds)
  if (!read || !Array.isArray(read.floors) || (read.kind ?? KIND) !== KIND) return undefined
  const good = read.floors.every(
    (floor: unknown) =>
      isRecord(floor) &&
      isTexts(floor, 'floor_id', 'floor_name') &&
      Array.isArray(floor.rooms) &&
      floor.rooms.every(
        (room: unknown) =>
          isRecord(room) &&
          isTexts(room, 'room_id', 'room_name') &&
          Array.isArray(room.devices) &&
          room.devices.every((id) => typeof id === 'string'),
      ),
  )
  return good ? (read.floors as Floors) : undefined
}
