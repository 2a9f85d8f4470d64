import type { RawValue } from '../../widget.ts'
import type { Range } from './range.ts'

/** What one value was, as it was recorded: it stays what it was until its next time. */
export interface Track {
  /** Epoch ms, ascending. */
  times: readonly number[]
  values: readonly RawValue[]
}

export const EMPTY: Track = { times: [], values: [] }

/** Entries of the wire, a map from epoch ms to value (spec 2 §3), in the order of time. */
export function trackOf(entries: Readonly<Record<string, unknown>>): Track {
  const at = Object.keys(entries)
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b)
  return { times: at, values: at.map((one) => entries[String(one)] as RawValue) }
}

/** Where the last entry at or before a moment stands; -1 before the first. */
export function placeAt(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

export const valueAt = ({ times, values }: Track, at: number): RawValue | undefined =>
  values[placeAt(times, at)]

/** What came later, at the end; what is not newer than the last entry is known already. */
export function withValue(track: Track, at: number, value: RawValue): Track {
  const last = track.times.at(-1)
  if (last !== undefined && at <= last) return track
  return { times: [...track.times, at], values: [...track.values, value] }
}

/** The entries of a range, and before them the one that still holds when it begins. */
export function within({ times, values }: Track, { from, to }: Range): Track {
  const first = Math.max(0, placeAt(times, from))
  const end = placeAt(times, to - 1) + 1
  return { times: times.slice(first, end), values: values.slice(first, end) }
}

/** As it would have been so much later: the period before under this one. */
export const later = ({ times, values }: Track, by: number): Track => ({
  times: times.map((at) => at + by),
  values,
})
