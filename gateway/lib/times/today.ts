import { DAY, momentOf, wallOf } from './zone.ts'

const HOUR = 3_600_000

interface Range {
  from: number
  to: number
}

/**
 * The day that it is by the clocks of a home, and of the day before as much as has passed of it, to the hour, epoch ms. Who
 * shows them, and who has them ready, mean the same.
 */
export function todayAndBefore(now: number, zone: string): { today: Range; before: Range } {
  const wall = Math.floor(wallOf(now, zone) / DAY) * DAY
  const [before, from, to] = [wall - DAY, wall, wall + DAY].map((at) => momentOf(at, zone)) as [
    number,
    number,
    number,
  ]
  const passed = Math.ceil(now / HOUR) * HOUR
  return {
    today: { from, to },
    before: { from: before, to: passed >= to ? from : Math.min(from, before + (passed - from)) },
  }
}
