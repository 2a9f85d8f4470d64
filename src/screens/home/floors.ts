import { useSyncExternalStore } from 'react'
import type { DeviceHead, FloorFacts } from '#engine/doors.ts'
import { useDoors } from '#engine/engine.ts'
import { cleanName, sameName } from '#gateway/lib/clean-name.ts'

export type RoomFacts = FloorFacts['rooms'][number]

/** Longest name of a floor or room (schemas/channel). */
export const NAME_LENGTH = 128

/** Undefined while they are unknown. */
export function useFloors(): readonly FloorFacts[] | undefined {
  const { home } = useDoors()
  return useSyncExternalStore(home.subscribe, home.floors)
}

export type NameFault = 'empty' | 'floorNameExists' | 'roomNameExists'

/** What keeps a name from being one among those that are there (spec 2 §5). */
export function faultOf(
  name: string,
  others: readonly string[],
  taken: 'floorNameExists' | 'roomNameExists',
): NameFault | undefined {
  const clean = cleanName(name)
  if (clean === '') return 'empty'
  return others.some((other) => sameName(other, clean)) ? taken : undefined
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
