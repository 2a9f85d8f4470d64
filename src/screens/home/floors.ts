import { useSyncExternalStore } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { DeviceHead, FloorFacts } from '#engine/ports.ts'

export type RoomFacts = FloorFacts['rooms'][number]

/** Undefined while they are unknown. */
export function useFloors(): readonly FloorFacts[] | undefined {
  const { home } = usePorts()
  return useSyncExternalStore(home.subscribe, home.floors)
}

/** spec 2 §2: the devices that are in no room. */
export const unsortedOf = (heads: readonly DeviceHead[]): readonly DeviceHead[] =>
  heads.filter(({ room }) => room === undefined)

/** The devices by the room that they are in. */
export function byRoom(heads: readonly DeviceHead[]): ReadonlyMap<string, readonly DeviceHead[]> {
  const rooms = new Map<string, DeviceHead[]>()
  for (const head of heads) {
    if (!head.room) continue
    const known = rooms.get(head.room.id)
    if (known) known.push(head)
    else rooms.set(head.room.id, [head])
  }
  return rooms
}

/** As many rooms as are to be shown, floor by floor; a floor without rooms stands with those before it. */
export function firstRooms(floors: readonly FloorFacts[], count: number): readonly FloorFacts[] {
  let left = count
  const shown: FloorFacts[] = []
  for (const floor of floors) {
    if (left <= 0) break
    shown.push({ ...floor, rooms: floor.rooms.slice(0, left) })
    left -= floor.rooms.length
  }
  return shown
}
