import type { NumberTrack } from '#gateway/lib/values/figures.ts'
import { coerce } from '#gateway/lib/values/value-kinds.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Range } from './range.ts'
import { placeAt, type Track } from './track.ts'

export type { NumberTrack }

/** Beyond this no axis can be drawn; what a device sends is never believed blindly. */
const GREATEST = 1e15

/** Numbers of the wire times their factor (spec 2 §9); what is none is unknown. */
export function numbersOf({ times, values }: Track, { scale = 1 }: Pick<Value, 'scale'>): NumberTrack {
  return {
    times,
    values: values.map((raw) => {
      const number = typeof raw === 'boolean' ? Number(raw) : coerce({ kind: 'number' }, raw)
      if (typeof number !== 'number' || !Number.isFinite(number)) return null
      const shown = Number((number * scale).toPrecision(12))
      return Math.abs(shown) > GREATEST ? null : shown
    }),
  }
}

export function numbersWithin({ times, values }: NumberTrack, { from, to }: Range): NumberTrack {
  const first = Math.max(0, placeAt(times, from))
  const end = placeAt(times, to - 1) + 1
  return { times: times.slice(first, end), values: values.slice(first, end) }
}

/**
 * The points of a line through a track. Recorded is what changed: a value that stood still for long is drawn level and
 * then rises, not as one long slope. Within `gaps` nothing is known.
 */
export function lineOf(track: NumberTrack, range: Range, now: number, gaps: readonly Range[]): NumberTrack {
  const { times, values } = numbersWithin(track, range)
  const level = (range.to - range.from) / 200
  const line: [number, number | null][] = []
  times.forEach((time, place) => {
    const at = Math.max(time, range.from)
    const before = line.at(-1)
    if (before && at - before[0] > level) line.push([at - level, before[1]])
    line.push([at, values[place] ?? null])
  })
  const end = Math.min(range.to, now)
  const last = line.at(-1)
  if (last && end > last[0]) line.push([end, last[1]])
  if (gaps.length === 0) return unzipped(line)
  const known = line.filter(([at]) => !gaps.some(({ from, to }) => at >= from && at < to))
  for (const { from } of gaps) known.push([Math.max(from, range.from), null])
  return unzipped(known.toSorted(([a], [b]) => a - b))
}

const unzipped = (points: readonly [number, number | null][]): NumberTrack => ({
  times: points.map(([at]) => at),
  values: points.map(([, value]) => value),
})

/** Several lines on one axis of times; `undefined` where another line has a point: the line goes on there. */
export function joined(
  lines: readonly NumberTrack[],
): [times: number[], ...values: (number | null | undefined)[][]] {
  const times = [...new Set(lines.flatMap((line) => line.times))].toSorted((a, b) => a - b)
  const places = new Map(times.map((at, place) => [at, place]))
  return [
    times,
    ...lines.map((line) => {
      const values = new Array<number | null | undefined>(times.length).fill(undefined)
      line.times.forEach((at, place) => {
        values[places.get(at) ?? 0] = line.values[place]
      })
      return values
    }),
  ]
}

/** The parts of a range that a table has as rows. */
export function partsOf(range: Range, interval: number): Range[] {
  const parts: Range[] = []
  for (let from = range.from; from < range.to; from += interval)
    parts.push({ from, to: Math.min(from + interval, range.to) })
  return parts
}
