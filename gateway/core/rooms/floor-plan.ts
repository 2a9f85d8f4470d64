import { cleanName, sameName } from '#gateway/lib/names/clean-name.ts'
import type { Floor, Room } from '#schemas/generated/entities/floor-layout.ts'
import { CommandError, codes } from '../errors.ts'

export type Floors = readonly Floor[]

/** Beyond that nobody finds one, and a home would grow without end. */
const MOST_FLOORS = 100
const MOST_ROOMS = 500

interface RoomPlace {
  floor_id: string
  room_id: string
}

function floorOf(floors: Floors, id: string): Floor {
  const floor = floors.find(({ floor_id }) => floor_id === id)
  if (!floor) throw new CommandError(codes.unknown, 'There is no such floor')
  return floor
}

export function roomOf(floors: Floors, { floor_id, room_id }: RoomPlace): Room {
  const room = floors
    .find((floor) => floor.floor_id === floor_id)
    ?.rooms.find((one) => one.room_id === room_id)
  if (!room) throw new CommandError(codes.unknown, 'There is no such room')
  return room
}

/** The floor of a room; a room's id is its own in the whole home. */
export const floorWith = (floors: Floors, room: string): Floor | undefined =>
  floors.find(({ rooms }) => rooms.some(({ room_id }) => room_id === room))

export const roomsOf = (floors: Floors): readonly Room[] => floors.flatMap(({ rooms }) => rooms)

/** The name without what names may not hold (V-12); refused when nothing is left of it. */
function nameFor(wanted: string): string {
  const name = cleanName(wanted)
  if (name === '') throw new CommandError(codes.invalid, 'The name is empty or not valid')
  return name
}

/** spec 2 §5: a floor's name must not already exist. */
function assertFree(floors: Floors, name: string, own?: string): void {
  if (floors.some(({ floor_id, floor_name }) => floor_id !== own && sameName(floor_name, name)))
    throw new CommandError(codes.conflict, 'floorNameExists')
}

/** spec 2 §5: a room's name must not already exist on that floor. */
function assertFreeOn({ rooms }: Floor, name: string, own?: string): void {
  if (rooms.some(({ room_id, room_name }) => room_id !== own && sameName(room_name, name)))
    throw new CommandError(codes.conflict, 'roomNameExists')
}

export function withFloor(floors: Floors, floor: Floor): Floors {
  const floor_name = nameFor(floor.floor_name)
  if (floors.length >= MOST_FLOORS) throw new CommandError(codes.conflict, 'tooManyFloors')
  assertFree(floors, floor_name)
  return [...floors, { ...floor, floor_name }]
}

export function withRoom(floors: Floors, floor_id: string, room: Room): Floors {
  const floor = floorOf(floors, floor_id)
  const room_name = nameFor(room.room_name)
  if (roomsOf(floors).length >= MOST_ROOMS) throw new CommandError(codes.conflict, 'tooManyRooms')
  assertFreeOn(floor, room_name)
  return patched(floors, floor_id, (rooms) => [...rooms, { ...room, room_name }])
}

export function withFloorNamed(floors: Floors, floor_id: string, wanted: string): Floors {
  floorOf(floors, floor_id)
  const floor_name = nameFor(wanted)
  assertFree(floors, floor_name, floor_id)
  return floors.map((floor) => (floor.floor_id === floor_id ? { ...floor, floor_name } : floor))
}

export function withRoomNamed(floors: Floors, place: RoomPlace, wanted: string): Floors {
  roomOf(floors, place)
  const room_name = nameFor(wanted)
  assertFreeOn(floorOf(floors, place.floor_id), room_name, place.room_id)
  return withRoomChanged(floors, place, (room) => ({ ...room, room_name }))
}

/** An empty icon is none. */
export const withIcon = (floors: Floors, place: RoomPlace, icon: string): Floors =>
  withRoomChanged(floors, place, (room) => {
    const { icon: before = '', ...plain } = room
    return icon === before ? room : icon === '' ? plain : { ...plain, icon }
  })

export function withoutFloor(floors: Floors, floor_id: string): Floors {
  floorOf(floors, floor_id)
  return floors.filter((floor) => floor.floor_id !== floor_id)
}

export function withoutRoom(floors: Floors, place: RoomPlace): Floors {
  roomOf(floors, place)
  return patched(floors, place.floor_id, (rooms) => rooms.filter(({ room_id }) => room_id !== place.room_id))
}

export function withRoomChanged(floors: Floors, place: RoomPlace, next: (room: Room) => Room): Floors {
  roomOf(floors, place)
  return patched(floors, place.floor_id, (rooms) =>
    rooms.map((room) => (room.room_id === place.room_id ? next(room) : room)),
  )
}

/** Other devices in the rooms: of one room, or of all. */
export const withDevices = (
  floors: Floors,
  devices: (room: Room, floor: Floor) => readonly string[],
): Floors =>
  floors.map((floor) => ({
    ...floor,
    rooms: floor.rooms.map((room) => ({ ...room, devices: [...devices(room, floor)] })),
  }))

const patched = (floors: Floors, floor_id: string, rooms: (before: readonly Room[]) => Room[]): Floors =>
  floors.map((floor) => (floor.floor_id === floor_id ? { ...floor, rooms: rooms(floor.rooms) } : floor))
