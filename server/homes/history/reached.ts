import type { Points } from './points.ts'

/** spec 2 §4: how a gateway fared is recorded as 1 while it was there. */
const ONLINE = 1

/** When a gateway was there in a range and when not, from its first record on. */
export function whenReached({ times, values }: Points, { from, to }: { from: number; to: number }) {
  return times.flatMap((at, place) => {
    const [begins, ends] = [Math.max(from, at), Math.min(to, times[place + 1] ?? to)]
    return ends > begins ? [{ from: begins, to: ends, online: values[place] === ONLINE }] : []
  })
}

/** Percent of a range in which a gateway was there, from its first record on; undefined without any. */
export function reachedOf(points: Points, range: { from: number; to: number }): number | undefined {
  const lasted = (all: ReturnType<typeof whenReached>): number =>
    all.reduce((sum, { from, to }) => sum + (to - from), 0)
  const known = whenReached(points, range)
  if (known.length === 0) return undefined
  return Math.round((lasted(known.filter(({ online }) => online)) / lasted(known)) * 1000) / 10
}
