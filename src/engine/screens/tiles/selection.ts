import type { DeviceHead, Home } from '../../ports.ts'
import type { Overview } from './overview.tsx'

export const ALL = 'all'
export const ATTENTION = 'attention'
/** Not a chip, but what search and filters leave. */
export const FOUND = 'found'
/** Devices in no room (spec 2 §2). */
export const UNSORTED = 'unsorted'

export interface Group {
  id: string
  count: number
  name: string | undefined
}

/** The devices of a chip: all, those that want a look, those of a room or of a kind. */
export function devicesOf(
  heads: readonly DeviceHead[],
  chip: string,
  by: 'room' | 'type',
  { attention }: Pick<Overview, 'attention'>,
): readonly DeviceHead[] {
  if (chip === ALL) return heads
  if (chip === ATTENTION) return heads.filter(({ id }) => attention.has(id))
  if (by === 'type') return heads.filter(({ type }) => type === chip)
  return heads.filter(({ room }) => (room?.id ?? UNSORTED) === chip)
}

/** Rooms or kinds that have devices, those with the most first. */
export function groupsOf(heads: readonly DeviceHead[], by: 'room' | 'type'): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const { room, type } of heads) {
    const id = by === 'type' ? type : (room?.id ?? UNSORTED)
    const known = groups.get(id)
    if (known) known.count += 1
    else groups.set(id, { id, count: 1, name: by === 'type' ? undefined : room?.name })
  }
  return inOrder([...groups.values()])
}

const inOrder = (groups: readonly Group[]): readonly Group[] =>
  groups.toSorted((a, b) => Number(a.id === UNSORTED) - Number(b.id === UNSORTED) || b.count - a.count)

/** The same by what the home says of its rooms, before all of its devices are here. */
export function groupsOfRooms(rooms: ReturnType<Home['rooms']>, total: number): readonly Group[] {
  const filled = rooms.filter(({ devices }) => devices.length > 0)
  const unsorted = total - filled.reduce((sum, { devices }) => sum + devices.length, 0)
  return inOrder([
    ...filled.map(({ id, name, devices }) => ({ id, name, count: devices.length })),
    ...(unsorted > 0 ? [{ id: UNSORTED, name: undefined, count: unsorted }] : []),
  ])
}
