import { lazy } from 'react'

export const zonesList = lazy(async () => ({ default: (await import('./ZonesList.tsx')).ZonesList }))
export const addRoom = lazy(async () => ({ default: (await import('./AddRoom.tsx')).AddRoom }))
export const roomPage = lazy(async () => ({ default: (await import('./RoomPage.tsx')).RoomPage }))
