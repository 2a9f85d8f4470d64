import type { Room } from '#schemas/generated/entities/floor-layout.ts'
import type { Became, Kept } from '../history/move.ts'
import type { Floors } from './floor-plan.ts'

export interface FloorEvent {
  event: string
  data: Readonly<Record<string, unknown>>
}

interface Placed {
  room: Room
  floor_id: string
  floor_name: string
}

const placedIn = (floors: Floors): ReadonlyMap<string, Placed> =>
  new Map(
    floors.flatMap(({ floor_id, floor_name, rooms }) =>
      rooms.map((room) => [room.room_id, { room, floor_id, floor_name }] as const),
    ),
  )

const byId = (floors: Floors) => new Map(floors.map((floor) => [floor.floor_id, floor]))

const missing = (from: readonly string[], of: readonly string[]): string[] => {
  const there = new Set(of)
  return from.filter((id) => !there.has(id))
}

/** What is told of a change, in an order that makes sense at every step; a floor goes with its rooms. */
export function eventsOf(before: Floors, after: Floors): readonly FloorEvent[] {
  const [oldFloors, newFloors] = [byId(before), byId(after)]
  const [old, now] = [placedIn(before), placedIn(after)]
  const told: FloorEvent[] = []
  const tell = (event: string, data: FloorEvent['data']): void => void told.push({ event, data })

  for (const [floor_id, { floor_name }] of newFloors) {
    const was = oldFloors.get(floor_id)
    if (!was) tell('floor_added', { floor_id, floor_name })
    else if (was.floor_name !== floor_name) tell('floor_renamed', { floor_id, floor_name })
  }
  for (const [room_id, { room, floor_id }] of now) {
    const was = old.get(room_id)
    const { room_name, icon } = room
    if (!was) tell('room_added', { floor_id, room_id, room_name, ...(icon !== undefined && { icon }) })
    else if (was.room.room_name !== room_name) tell('room_renamed', { floor_id, room_id, room_name })
  }
  for (const [room_id, { room, floor_id }] of old) {
    const gone = missing(room.devices, now.get(room_id)?.room.devices ?? [])
    if (gone.length > 0 && now.has(room_id))
      tell('device_removed_from_room', { floor_id, room_id, device_ids: gone })
  }
  for (const [room_id, { room, floor_id }] of now) {
    const come = missing(room.devices, old.get(room_id)?.room.devices ?? [])
    if (come.length > 0) tell('device_added_to_room', { floor_id, room_id, device_ids: come })
  }
  for (const [room_id, { floor_id }] of old)
    if (!now.has(room_id) && newFloors.has(floor_id)) tell('room_removed', { floor_id, room_id })
  for (const floor_id of oldFloors.keys()) if (!newFloors.has(floor_id)) tell('floor_removed', { floor_id })
  // An icon or another order has no event of its own.
  if (told.length === 0 && JSON.stringify(before) !== JSON.stringify(after)) tell('layout_changed', {})
  return told
}

/** A floor or room by itself, and what it takes for another one to be the same. */
interface Thing extends Pick<Became, 'kind' | 'id'> {
  kept: Kept
  /** As it is kept when it is gone: a floor with its rooms, so that it comes back whole. */
  last: Kept
  same: string
}

function thingsIn(floors: Floors): ReadonlyMap<string, Thing> {
  const things = [
    ...floors.map((floor): Thing => {
      const { floor_id: id, floor_name: name } = floor
      const kept = { name, value: { floor_id: id, floor_name: name } }
      return { kind: 'floor', id, kept, last: { name, value: { ...floor } }, same: name }
    }),
    ...[...placedIn(floors)].map(([id, { room, floor_id, floor_name }]): Thing => {
      const kept = { name: room.room_name, value: { ...room, floor_id, floor_name } }
      return { kind: 'room', id, kept, last: kept, same: JSON.stringify([room, floor_id]) }
    }),
  ]
  return new Map(things.map((thing) => [`${thing.kind}/${thing.id}`, thing]))
}

/** Every floor and room that became another one. Each room of a floor that was removed can come back by itself too. */
export function becameOf(before: Floors, after: Floors): readonly Became[] {
  const [old, now] = [thingsIn(before), thingsIn(after)]
  return [
    ...[...now]
      .filter(([key, { same }]) => old.get(key)?.same !== same)
      .map(([key, { kind, id, kept }]) => ({ kind, id, ...kept, was: old.get(key)?.kept })),
    ...[...old]
      .filter(([key]) => !now.has(key))
      .map(([, { kind, id, kept, last }]) => ({ kind, id, ...last, was: kept, gone: true })),
  ]
}
