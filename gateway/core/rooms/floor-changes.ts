import type { Room } from '#schemas/generated/entities/floor-layout.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import type { Floors } from './floor-plan.ts'

export interface FloorEvent {
  event: string
  data: Readonly<Record<string, unknown>>
}

type Version = Pick<ObjectVersion, 'kind' | 'id' | 'change' | 'name'> & { value: ObjectVersion['value'] }

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

const snapshotOf = ({ room, floor_id, floor_name }: Placed): Version['value'] => ({
  ...room,
  floor_id,
  floor_name,
})

/** Floors and rooms as they were before the first change of theirs, e.g. those that a home came with. */
export const firstVersionsOf = (
  before: Floors,
  changed: readonly Pick<Version, 'kind' | 'id'>[],
): readonly Version[] => {
  const ids = new Set(changed.map(({ kind, id }) => `${kind}/${id}`))
  return versionsOf([], before).filter(({ kind, id }) => ids.has(`${kind}/${id}`))
}

/**
 * Every floor and room that became another one, as it is kept. `as` is how it came about, where that is not plain. A floor
 * that was removed holds its rooms, so that it comes back whole; each of them can come back by itself too.
 */
export function versionsOf(before: Floors, after: Floors, as?: 'restored' | 'imported'): readonly Version[] {
  const [oldFloors, newFloors] = [byId(before), byId(after)]
  const [old, now] = [placedIn(before), placedIn(after)]
  const versions: Version[] = []
  for (const [id, { floor_name: name }] of newFloors) {
    const was = oldFloors.get(id)
    if (was?.floor_name === name) continue
    const change = as ?? (was ? 'updated' : 'created')
    versions.push({ kind: 'floor', id, change, name, value: { floor_id: id, floor_name: name } })
  }
  for (const [id, floor] of oldFloors)
    if (!newFloors.has(id))
      versions.push({ kind: 'floor', id, change: 'deleted', name: floor.floor_name, value: { ...floor } })
  for (const [id, placed] of now) {
    const was = old.get(id)
    if (was && JSON.stringify(was.room) === JSON.stringify(placed.room) && was.floor_id === placed.floor_id)
      continue
    const change = as ?? (was ? 'updated' : 'created')
    versions.push({ kind: 'room', id, change, name: placed.room.room_name, value: snapshotOf(placed) })
  }
  for (const [id, placed] of old)
    if (!now.has(id))
      versions.push({
        kind: 'room',
        id,
        change: 'deleted',
        name: placed.room.room_name,
        value: snapshotOf(placed),
      })
  return versions
}
