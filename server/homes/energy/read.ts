import type { Store } from '../../store/store.ts'
import { toldIn } from '../history/days.ts'
import { BUCKET, continued, dayOf, NONE, type Points, unpackPoints } from '../history/points.ts'
import type { Readings } from './flow.ts'

/** What meters told in a range, and what they had told last before it; nothing is left out, as it is for a chart. */
export async function readReadings(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
  series: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<ReadonlyMap<string, Readings>> {
  const waiting = Map.groupBy(
    (await history.waiting(serialNumber)).flatMap(({ entries }) => toldIn(entries)),
    (told) => told.series,
  )
  const days = await history.days(serialNumber, series, { first: dayOf(from), last: dayOf(to) })
  const bySeries = Map.groupBy(days, (day) => day.series)
  const found = new Map<string, Readings>()
  for (const one of series) {
    const before = await history.before(serialNumber, one, dayOf(from))
    const rows = [...(before ? [before] : []), ...(bySeries.get(one) ?? [])]
    const known = joined(rows.map(({ points }) => wholeOf(unpackPoints(points))))
    const fresh = (waiting.get(one) ?? []).map(({ points }) => points)
    const all = fresh.reduce(continued, known)
    const first = Math.max(
      0,
      all.times.findLastIndex((at) => at <= from),
    )
    const last = all.times.findLastIndex((at) => at < to) + 1
    const values = all.values.map((value) => (typeof value === 'number' ? value : Number.NaN))
    found.set(one, { times: all.times.slice(first, last), values: values.slice(first, last) })
  }
  return found
}

/** A bucket is its mean while it lasts, and afterwards what it ended with. */
function wholeOf({ times, values, spans }: Points): Points {
  if (!spans) return { times, values }
  const [moments, told]: [number[], (typeof values)[number][]] = [[], []]
  for (const [place, at] of times.entries()) {
    const last = values[place] ?? 0
    moments.push(at)
    told.push(spans.mean[place] ?? last)
    if (at + BUCKET < (times[place + 1] ?? Infinity)) {
      moments.push(at + BUCKET - 1)
      told.push(last)
    }
  }
  return { times: moments, values: told }
}

const joined = (parts: readonly Points[]): Points =>
  parts.length === 0
    ? NONE
    : { times: parts.flatMap(({ times }) => times), values: parts.flatMap(({ values }) => values) }
