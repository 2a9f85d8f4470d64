import type { Store } from '#server/store/store.ts'
import { continued, dayOf, fewer, merged, NONE, type Points, spread, unpackPoints, within } from './points.ts'
import { toldIn } from './recorder.ts'

/** A chart needs no more. */
const MOST = 2000

/** What a series did in a range, and before it what still held; at most 2,000 points, in which no peak is lost. */
export async function readHistory(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
  wanted: readonly string[] | ((series: string) => boolean),
  range: { from: number; to: number },
): Promise<ReadonlyMap<string, Points>> {
  const rows = await history.waiting(serialNumber)
  const waiting = rows.flatMap(({ entries }) => toldIn(entries))
  const series =
    typeof wanted === 'function' ? [...new Set(waiting.map((told) => told.series).filter(wanted))] : wanted
  const days = await history.days(serialNumber, series, { first: dayOf(range.from), last: dayOf(range.to) })
  const found = new Map<string, Points>()
  for (const one of series) {
    const own = days.filter((day) => day.series === one)
    const before = await history.before(serialNumber, one, dayOf(range.from))
    const unpacked = [...(before ? [before] : []), ...own].map(({ points }) => unpackPoints(points))
    const buckets = unpacked.reduce((sum, { spans, times }) => sum + (spans ? times.length : 0), 0)
    const together = Math.max(1, Math.ceil((buckets * 3) / MOST))
    const known = unpacked.map((day) => spread(day, together))
    const fresh = waiting.filter((told) => told.series === one).map(({ points }) => points)
    const all = continued(concatenated(known), fresh.reduce(merged, NONE))
    found.set(one, fewer(within(all, range), range, MOST))
  }
  return found
}

/** Days in their order. */
const concatenated = (days: readonly Points[]): Points => ({
  times: days.flatMap(({ times }) => times),
  values: days.flatMap(({ values }) => values),
  ...(days.at(-1)?.meaning && { meaning: days.at(-1)?.meaning }),
})
