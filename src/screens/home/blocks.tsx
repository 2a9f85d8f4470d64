import { lazyPart } from '#engine/lazy-part.ts'
import { lazy } from '#ui/parts/lazy.ts'

export const zonesList = lazy(async () => ({ default: (await import('./ZonesList.tsx')).ZonesList }))
export const addRoom = lazy(async () => ({ default: (await import('./AddRoom.tsx')).AddRoom }))
export const roomPage = lazy(async () => ({ default: (await import('./RoomPage.tsx')).RoomPage }))

/** Stands on pages that do without the words of rooms. */
export const roomGlance = lazyPart(() => import('./RoomGlance.tsx'), ['rooms.card', 'rooms.glance'])
