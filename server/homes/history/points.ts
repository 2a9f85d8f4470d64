import { deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

export type HistoryValue = string | number | boolean

/** What a value meant when it was recorded: it stays readable after its model has changed. */
export interface Meaning {
  draw: 'area' | 'step'
  unit?: string
  /** What makes what is shown of what is told. */
  scale?: number
  /** One value is kept of each stretch of so many ms. */
  every?: number
}

/** One series: what was told when. Where it has spans, each is a bucket of `BUCKET` and its value the last one in it. */
export interface Points {
  /** Epoch ms, ascending. */
  times: readonly number[]
  values: readonly HistoryValue[]
  spans?: Spans
  meaning?: Meaning
}

interface Spans {
  least: readonly number[]
  mean: readonly number[]
  most: readonly number[]
}

export const DAY = 86_400_000

/** No device is called so: what a status of the home was, and whose it is. */
const STATUS = '@'
export const statusSeries = (resource: string): string => `${STATUS}${resource}`
export const statusIn = (series: string): string | undefined =>
  series.startsWith(STATUS) ? series.slice(STATUS.length) : undefined
/** What numbers are gathered into when they are no longer new. */
export const BUCKET = 5 * 60_000

export const NONE: Points = { times: [], values: [] }

export const dayOf = (at: number): number => Math.floor(at / DAY)

export interface Packed {
  /** The first time, then how much later each is. */
  t: readonly number[]
  v: readonly HistoryValue[]
  s?: readonly [least: readonly number[], mean: readonly number[], most: readonly number[]]
  m?: Meaning
}

/** Any JSON as text in a column. */
export const pack = (value: unknown): string =>
  zstdCompressSync(Buffer.from(JSON.stringify(value))).toString('base64')

/** How what zstd compresses begins. */
const ZSTD = 'KLUv'
/** The usual 16 kB for each of thousands of days are what takes longest. */
const MOST_ARE_SHORT = { chunkSize: 4096 }

export function unpack(text: string): unknown {
  const packed = Buffer.from(text, 'base64')
  return JSON.parse(
    (text.startsWith(ZSTD) ? zstdDecompressSync(packed) : inflateRawSync(packed, MOST_ARE_SHORT)).toString(),
  )
}

export function packPoints(points: Points): string {
  // A day is short, and a home has thousands: deflate packs it smaller, and unpacks it in a third of the time.
  return deflateRawSync(JSON.stringify(plainOf(points))).toString('base64')
}

/** As it is written, before it is packed. */
export function plainOf({ times, values, spans, meaning }: Points): Packed {
  return {
    t: times.map((at, place) => at - (times[place - 1] ?? 0)),
    v: values,
    ...(spans && { s: [spans.least, spans.mean, spans.most] }),
    ...(meaning && { m: meaning }),
  }
}

export const unpackPoints = (text: string): Points => pointsOf(unpack(text) as Packed)

export function pointsOf({ t, v, s, m }: Packed): Points {
  let at = 0
  const times = t.map((later) => {
    at += later
    return at
  })
  return {
    times,
    values: v,
    ...(s && { spans: { least: s[0], mean: s[1], most: s[2] } }),
    ...(m && { meaning: m }),
  }
}

/**
 * Both, in the order of time. What says the same as the one before it says nothing; of two at one time the second counts.
 * Buckets stay buckets, and what is added becomes some.
 */
export function merged(known: Points, added: Points): Points {
  const meaning = added.meaning ?? known.meaning
  if (known.spans) return { ...joined(known, rolled(added)), ...(meaning && { meaning }) }
  const all = [...entriesOf(known), ...entriesOf(added)].sort(([a], [b]) => a - b)
  const kept: [number, HistoryValue][] = []
  for (const [at, value] of all) {
    const last = kept.at(-1)
    if (last?.[0] === at) last[1] = value
    else if (last?.[1] !== value) kept.push([at, value])
  }
  return {
    times: kept.map(([at]) => at),
    values: kept.map(([, value]) => value),
    ...(meaning && { meaning }),
  }
}

/** A day that is there with what somebody kept of it: of what was told at the same time, what is there counts; buckets stay buckets, and it gets no denser than its model wants. */
export const completed = (there: Points, kept: Points): Points =>
  thinned(there.spans ? merged(there, kept) : merged(kept, there))

/**
 * Whether the day that is there lacks anything of what somebody kept of it. Where of each stretch only the last value
 * counts, the stretch in which it was kept may have gone on, back to the value before it, which is said once.
 */
export function lacks(there: Points, kept: Points): boolean {
  const known = new Set(there.times)
  const mayGoOn = there.times.length > 0 && !kept.spans && kept.meaning?.every !== undefined
  const open = mayGoOn ? kept.times.at(-1) : undefined
  return completed(there, kept).times.some((at) => at !== open && !known.has(at))
}

/** The same as `merged`, at once where the second begins after the first. */
export function continued(known: Points, added: Points): Points {
  const [last, first] = [known.times.at(-1), added.times[0]]
  if (first === undefined) return known
  if (last === undefined || last >= first) return merged(known, added)
  const meaning = added.meaning ?? known.meaning
  return {
    times: known.times.concat(added.times),
    values: known.values.concat(added.values),
    ...(meaning && { meaning }),
  }
}

const entriesOf = ({ times, values }: Points): [number, HistoryValue][] =>
  times.flatMap((at, place) => {
    const value = values[place]
    return value === undefined ? [] : [[at, value] satisfies [number, HistoryValue]]
  })

/** Numbers as buckets; states stay as they are. */
export function rolled(points: Points): Points {
  if (points.spans || !points.values.every((value) => typeof value === 'number')) return points
  const numbers = points.values as readonly number[]
  const buckets: { at: number; least: number; most: number; sum: number; count: number; last: number }[] = []
  for (const [place, time] of points.times.entries()) {
    const value = numbers[place] ?? 0
    const at = time - (time % BUCKET)
    const bucket = buckets.at(-1)
    if (bucket?.at !== at) buckets.push({ at, least: value, most: value, sum: value, count: 1, last: value })
    else
      Object.assign(bucket, {
        least: Math.min(bucket.least, value),
        most: Math.max(bucket.most, value),
        sum: bucket.sum + value,
        count: bucket.count + 1,
        last: value,
      })
  }
  return {
    times: buckets.map(({ at }) => at),
    values: buckets.map(({ last }) => last),
    spans: {
      least: buckets.map(({ least }) => least),
      // More digits than a sensor tells are noise.
      mean: buckets.map(({ sum, count }) => Number((sum / count).toPrecision(6))),
      most: buckets.map(({ most }) => most),
    },
    ...(points.meaning && { meaning: points.meaning }),
  }
}

/** Buckets of both; of the same time one that covers both. */
function joined(known: Points, added: Points): Points {
  if (!known.spans || !added.spans) return known
  const at = new Map<number, { least: number; mean: number; most: number; last: HistoryValue }>()
  for (const { times, values, spans } of [known, added])
    for (const [place, time] of times.entries()) {
      const there = at.get(time)
      const least = spans?.least[place] ?? 0
      const mean = spans?.mean[place] ?? 0
      const most = spans?.most[place] ?? 0
      at.set(time, {
        least: Math.min(there?.least ?? least, least),
        mean: there ? Number(((there.mean + mean) / 2).toPrecision(6)) : mean,
        most: Math.max(there?.most ?? most, most),
        last: values[place] ?? there?.last ?? 0,
      })
    }
  const buckets = [...at].sort(([a], [b]) => a - b)
  return {
    times: buckets.map(([time]) => time),
    values: buckets.map(([, { last }]) => last),
    spans: {
      least: buckets.map(([, { least }]) => least),
      mean: buckets.map(([, { mean }]) => mean),
      most: buckets.map(([, { most }]) => most),
    },
  }
}

/** As a chart takes it: so many buckets together are their least, their most and their last value, in their time. */
export function spread(points: Points, together = 1): Points {
  const { times: starts, values: lasts, spans } = points
  if (!spans) return points
  const times: number[] = []
  const values: HistoryValue[] = []
  for (let first = 0; first < starts.length; first += together) {
    const last = Math.min(first + together, starts.length) - 1
    let least = spans.least[first] ?? 0
    let most = spans.most[first] ?? 0
    for (let place = first + 1; place <= last; place++) {
      least = Math.min(least, spans.least[place] ?? least)
      most = Math.max(most, spans.most[place] ?? most)
    }
    const begin = starts[first] ?? 0
    const third = ((starts[last] ?? begin) + BUCKET - begin) / 3
    const end = lasts[last] ?? most
    times.push(begin)
    values.push(least)
    if (most !== least) {
      times.push(begin + third)
      values.push(most)
    }
    if (end !== most) {
      times.push(begin + 2 * third)
      values.push(end)
    }
  }
  return { times, values, ...(points.meaning && { meaning: points.meaning }) }
}

/** At most so many. Of numbers least and most of each stretch stay, so that no peak is lost; of states those it begins and ends with. */
export function fewer(
  { times, values, meaning }: Points,
  range: { from: number; to: number },
  most: number,
): Points {
  if (times.length <= most) return { times, values, ...(meaning && { meaning }) }
  const stretch = (range.to - range.from) / Math.floor((most - 4) / 4)
  const kept: number[] = []
  let [first, least, greatest, last] = [0, 0, 0, 0]
  const end = (): void => void kept.push(...new Set([first, least, greatest, last].sort((a, b) => a - b)))
  for (let place = 1; place <= times.length; place++) {
    const at = times[place]
    if (
      at === undefined ||
      Math.floor((at - range.from) / stretch) !== Math.floor(((times[first] ?? 0) - range.from) / stretch)
    ) {
      end()
      first = place
      least = place
      greatest = place
    } else {
      const value = values[place]
      if (typeof value === 'number' && value < Number(values[least])) least = place
      if (typeof value === 'number' && value > Number(values[greatest])) greatest = place
    }
    last = place
  }
  return {
    times: kept.map((place) => times[place] ?? 0),
    values: kept.map((place) => values[place] ?? 0),
    ...(meaning && { meaning }),
  }
}

/** Those of a range, and the one before that still holds when it begins. */
export function within(points: Points, { from, to }: { from: number; to: number }): Points {
  const end = points.times.findIndex((at) => at > to)
  const until = end < 0 ? points.times.length : end
  let first = points.times.findIndex((at) => at > from)
  first = Math.max(0, (first < 0 ? points.times.length : first) - 1)
  return {
    times: points.times.slice(first, until),
    values: points.values.slice(first, until),
    ...(points.meaning && { meaning: points.meaning }),
  }
}

/** As densely as its model wants: of each stretch the last value, at its own time. */
export function thinned(points: Points): Points {
  const { times, values, spans, meaning } = points
  const { every } = meaning ?? {}
  if (every === undefined || spans) return points
  const stretch = (at: number | undefined): number | undefined => at && Math.floor(at / every)
  const kept = times.flatMap((at, place) => (stretch(at) === stretch(times[place + 1]) ? [] : [place]))
  if (kept.length === times.length) return points
  return {
    ...points,
    times: kept.map((place) => times[place] as number),
    values: kept.map((place) => values[place] as HistoryValue),
  }
}
