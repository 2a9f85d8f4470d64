import { DAY, momentOf, wallOf } from '#gateway/lib/times/zone.ts'

const MINUTE = 60_000

/** Why a task waits that is outside of its window. */
export const OUTSIDE_WINDOW = 'OUTSIDE_WINDOW'

/** Minutes of a day, from and until. */
function minutesOf(window: string): readonly [number, number] {
  const [from = 0, until = 0] = window.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return hours * 60 + minutes
  })
  return [from, until]
}

/** A window that never closes is none, and neither is one that never opens. */
export function isWindow(window: string): boolean {
  const [from, until] = minutesOf(window)
  return from !== until
}

/** When a window such as 22:00-05:00 opens next by the clocks of a zone; undefined: it is open. */
export function opensAt(window: string, now: number, zone: string): number | undefined {
  const [from, until] = minutesOf(window)
  const wall = wallOf(now, zone)
  const day = Math.floor(wall / DAY) * DAY
  const minute = (wall - day) / MINUTE
  const isOpen = from < until ? minute >= from && minute < until : minute >= from || minute < until
  if (isOpen) return undefined
  const today = day + from * MINUTE
  return momentOf(today > wall ? today : today + DAY, zone)
}
