import { sameName } from '#gateway/lib/names/clean-name.ts'
import type { Floor, Room } from '#schemas/generated/entities/floor-layout.ts'
import { CommandError, codes } from '../errors.ts'
import type { ObjectKind } from '../history/move.ts'
import { assertOnce } from '../history/objects.ts'
import {
  type Floors,
  floorWith,
  roomsOf,
  withDevices,
  withFloor,
  withFloorNamed,
  withIcon,
  withoutRoom,
  withRoom,
  withRoomChanged,
  withRoomNamed,
} from './floor-plan.ts'

/** A floor or room as its history keeps it. */
type Value = Readonly<Record<string, unknown>>
type Has = (device: string) => boolean

const textOf = (value: Value, field: string): string => String(value[field] ?? '')

function roomFrom(value: Value): Room {
  const devices = Array.isArray(value.devices) ? value.devices.map(String) : []
  const room = { room_id: textOf(value, 'room_id'), room_name: textOf(value, 'room_name'), devices }
  return typeof value.icon === 'string' ? { ...room, icon: value.icon } : room
}

const placesOf = (floors: Floors): ReadonlyMap<string, string> =>
  new Map(roomsOf(floors).flatMap(({ room_id, devices }) => devices.map((id) => [id, room_id] as const)))

/** What has been put into another room meanwhile stays there. */
function returning(floors: Floors, { room_id, devices }: Room, has: Has): string[] {
  const places = placesOf(floors)
  return devices.filter((id) => has(id) && (places.get(id) ?? room_id) === room_id)
}

/** The floors with a version of a floor or room as the present one. `last` is what the object was when it was removed. */
export function restored(
  floors: Floors,
  kind: ObjectKind,
  wanted: Value,
  last: Value | undefined,
  has: Has,
): Floors {
  return kind === 'floor' ? floorBack(floors, wanted, last, has) : roomBack(floors, wanted, has)
}

/** Of a floor that is there only the name comes back: its rooms have versions of their own. */
function floorBack(floors: Floors, wanted: Value, last: Value | undefined, has: Has): Floors {
  const floor_id = textOf(wanted, 'floor_id')
  const floor_name = textOf(wanted, 'floor_name')
  if (floors.some((floor) => floor.floor_id === floor_id)) return withFloorNamed(floors, floor_id, floor_name)
  const rooms = Array.isArray(last?.rooms) ? (last.rooms as Value[]).map(roomFrom) : []
  return rooms
    .filter(({ room_id }) => !floorWith(floors, room_id))
    .reduce(
      (now, room) => withRoom(now, floor_id, { ...room, devices: returning(now, room, has) }),
      withFloor(floors, { floor_id, floor_name, rooms: [] }),
    )
}

/** A room whose floor is gone comes back onto one of the same name, or brings its floor along. */
function roomBack(floors: Floors, wanted: Value, has: Has): Floors {
  const room = roomFrom(wanted)
  const there = floorWith(floors, room.room_id)
  const devices = returning(floors, room, has)
  if (there) {
    const place = { floor_id: there.floor_id, room_id: room.room_id }
    const named = withIcon(withRoomNamed(floors, place, room.room_name), place, room.icon ?? '')
    return withRoomChanged(named, place, (now) => ({ ...now, devices }))
  }
  const [floor_id, floor_name] = [textOf(wanted, 'floor_id'), textOf(wanted, 'floor_name')]
  const floor =
    floors.find((one) => one.floor_id === floor_id) ??
    floors.find((one) => sameName(one.floor_name, floor_name))
  return floor
    ? withRoom(floors, floor.floor_id, { ...room, devices })
    : withRoom(withFloor(floors, { floor_id, floor_name, rooms: [] }), floor_id, { ...room, devices })
}

interface Known {
  has: Has
  newId(): string
}

/**
 * The floors with those of a file taken in. A floor or room of the file is the one of the same id, else the one of the same
 * name; the others are new. Devices come into the room that the file names first, as far as the home has them.
 */
export function imported(before: Floors, file: Floors, { has, newId }: Known): Floors {
  let floors = before
  const taken = new Set<string>()
  for (const one of file) {
    const known = foundFloor(floors, one)
    const floor_id = known?.floor_id ?? (isId(one.floor_id) ? one.floor_id : newId())
    floors = known
      ? withFloorNamed(floors, floor_id, one.floor_name)
      : withFloor(floors, { floor_id, floor_name: one.floor_name, rooms: [] })
    for (const room of one.rooms) {
      const devices = room.devices.filter((id) => has(id) && !taken.has(id))
      for (const id of devices) taken.add(id)
      floors = roomTaken(floors, floor_id, { ...room, devices }, newId)
    }
  }
  return floors
}

const isId = (id: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(id)

const foundFloor = (floors: Floors, { floor_id, floor_name }: Floor): Floor | undefined =>
  floors.find((one) => one.floor_id === floor_id) ??
  floors.find((one) => sameName(one.floor_name, floor_name))

function roomTaken(before: Floors, floor_id: string, room: Room, newId: () => string): Floors {
  const coming = new Set(room.devices)
  const elsewhere = floorWith(before, room.room_id)
  // A room of the same id on another floor moves to this one.
  const moved =
    elsewhere && elsewhere.floor_id !== floor_id
      ? withoutRoom(before, { floor_id: elsewhere.floor_id, room_id: room.room_id })
      : before
  const stays = before.flatMap(({ rooms }) => rooms).find(({ room_id }) => room_id === room.room_id)?.devices
  const freed = withDevices(moved, ({ devices }) => devices.filter((id) => !coming.has(id)))
  const floor = freed.find((one) => one.floor_id === floor_id)
  const there =
    floor?.rooms.find(({ room_id }) => room_id === room.room_id) ??
    (elsewhere ? undefined : floor?.rooms.find(({ room_name }) => sameName(room_name, room.room_name)))
  if (!there) {
    const room_id = isId(room.room_id) ? room.room_id : newId()
    const kept = (stays ?? []).filter((id) => !coming.has(id))
    return withRoom(freed, floor_id, { ...room, room_id, devices: [...kept, ...room.devices] })
  }
  const place = { floor_id, room_id: there.room_id }
  const named = withRoomNamed(freed, place, room.room_name)
  const drawn = room.icon === undefined ? named : withIcon(named, place, room.icon)
  return withRoomChanged(drawn, place, (now) => ({ ...now, devices: [...now.devices, ...room.devices] }))
}

/** Floors exactly as a backup says, with what devices the home has; a device is in one room. */
export function rebuilt(wanted: Floors, has: Has): Floors {
  const ids = [...wanted.map(({ floor_id }) => floor_id), ...roomsOf(wanted).map(({ room_id }) => room_id)]
  assertOnce(ids)
  if (!ids.every(isId)) throw new CommandError(codes.invalid, 'An id is not valid')
  const taken = new Set<string>()
  const free = (id: string): boolean => has(id) && !taken.has(id) && taken.add(id) !== undefined
  return wanted.reduce<Floors>(
    (now, { rooms, ...floor }) =>
      rooms.reduce(
        (all, room) => withRoom(all, floor.floor_id, { ...room, devices: room.devices.filter(free) }),
        withFloor(now, { ...floor, rooms: [] }),
      ),
    [],
  )
}
