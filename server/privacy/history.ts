import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { toldIn } from '#server/homes/history/days.ts'
import { DAY, dayOf, type HistoryValue, type Points, unpackPoints } from '#server/homes/history/points.ts'
import type { Store } from '#server/store/store.ts'

const HOUR = 3_600_000
/** So long every value is there by itself; before that, numbers are told by the hour (decision 0161). */
const EVERY_VALUE_MS = 7 * DAY
const MONTH = 31

/** One line of a history: a value, or what the numbers of an hour were. */
export interface HistoryLine {
  at: number
  series: string
  value: HistoryValue
  unit: string
  least?: number
  mean?: number
  most?: number
}

/** What a home has told just now, and was not sorted into days yet. */
export async function waitingOf(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
): Promise<ReadonlyMap<string, readonly Points[]>> {
  const found = new Map<string, Points[]>()
  for (const { entries } of await history.waiting(serialNumber))
    for (const { series, points } of toldIn(entries))
      found.set(series, [...(found.get(series) ?? []), points])
  return found
}

/** Every series of a home of which anything is kept, by the device that it is of; '' is the gateway itself. */
export async function seriesOf(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
  now: number,
  waiting: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const days = await history.lastDays(serialNumber, dayOf(now))
  const found = new Map<string, string[]>()
  for (const name of new Set([...days.map(({ series }) => series), ...waiting.keys()])) {
    const [device = ''] = name.split('/')
    found.set(device, [...(found.get(device) ?? []), name])
  }
  return found
}

/** What a series did, day by day, so that never more than a day of it is in memory. */
export async function* linesOf(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
  series: string,
  { now, waiting }: { now: number; waiting: readonly Points[] },
): AsyncGenerator<HistoryLine> {
  const last = dayOf(now) + 1
  const first = last - catalogue.limits.historyMonths.value * MONTH - 1
  let latest = 0
  for (let from = first; from <= last; from += MONTH) {
    const to = Math.min(last, from + MONTH - 1)
    for (const { points } of await history.days(serialNumber, [series], { first: from, last: to })) {
      const day = unpackPoints(points)
      latest = day.times.at(-1) ?? latest
      yield* lines(series, byHour(day, now))
    }
  }
  for (const points of waiting) {
    const since = points.times.findIndex((at) => at > latest)
    if (since < 0) continue
    const fresh = { ...points, times: points.times.slice(since), values: points.values.slice(since) }
    yield* lines(series, fresh)
  }
}

function* lines(series: string, { times, values, spans, meaning }: Points): Generator<HistoryLine> {
  const scale = meaning?.scale ?? 1
  const scaled = (value: number): number => Number((value * scale).toPrecision(12))
  for (const [place, at] of times.entries()) {
    const value = values[place]
    if (value === undefined) continue
    const [least, mean, most] = [spans?.least[place], spans?.mean[place], spans?.most[place]]
    yield {
      ...{ at, series, unit: meaning?.unit ?? '' },
      value: typeof value === 'number' ? scaled(value) : value,
      ...(least !== undefined && { least: scaled(least) }),
      ...(mean !== undefined && { mean: scaled(mean) }),
      ...(most !== undefined && { most: scaled(most) }),
    }
  }
}

/** Old numbers by the hour; states, and what is new, as they are. */
function byHour(points: Points, now: number): Points {
  const { times, values, spans, meaning } = points
  const isOld = (times.at(-1) ?? now) < now - EVERY_VALUE_MS
  if (!isOld || !values.every((value) => typeof value === 'number')) return points
  const hours = new Map<number, { least: number; most: number; sum: number; count: number; last: number }>()
  for (const [place, at] of times.entries()) {
    const value = (values as readonly number[])[place] ?? 0
    const hour = at - (at % HOUR)
    const known = hours.get(hour)
    const least = Math.min(known?.least ?? Number.POSITIVE_INFINITY, spans?.least[place] ?? value)
    const most = Math.max(known?.most ?? Number.NEGATIVE_INFINITY, spans?.most[place] ?? value)
    const sum = (known?.sum ?? 0) + (spans?.mean[place] ?? value)
    hours.set(hour, { least, most, sum, count: (known?.count ?? 0) + 1, last: value })
  }
  const all = [...hours.values()]
  return {
    times: [...hours.keys()],
    values: all.map(({ last }) => last),
    spans: {
      least: all.map(({ least }) => least),
      mean: all.map(({ sum, count }) => sum / count),
      most: all.map(({ most }) => most),
    },
    ...(meaning && { meaning }),
  }
}
