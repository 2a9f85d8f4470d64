interface Range {
  from: number
  to: number
}

/** Numbers over time: each holds until the next one; null where nothing is known. */
export interface NumberTrack {
  /** Epoch ms, ascending. */
  times: readonly number[]
  values: readonly (number | null)[]
}

export interface Figures {
  /** Weighted by how long each value held: one that came in a hundred times in a second counts no more. */
  mean: number
  min: { value: number; at: number }
  max: { value: number; at: number }
  /** What a counter went up by, resets left out. */
  gained: number
  last: number
}

/**
 * Key figures of a number over the part of a range that is over; undefined where nothing is known of it. `track`: what
 * was told in the range, and before it what still held.
 */
export function keyFigures(
  { times, values }: NumberTrack,
  { from, to }: Range,
  now: number,
): Figures | undefined {
  const end = Math.min(to, now)
  let [area, weight, gained] = [0, 0, 0]
  let figures: Figures | undefined
  let before: number | undefined
  times.forEach((time, place) => {
    const value = values[place]
    if (value === undefined || value === null) return
    const at = Math.max(time, from)
    const length = Math.max(0, Math.min(times[place + 1] ?? end, end) - at)
    area += value * length
    weight += length
    if (before !== undefined && value > before) gained += value - before
    before = value
    figures ??= { mean: value, min: { value, at }, max: { value, at }, gained: 0, last: value }
    if (value < figures.min.value) figures.min = { value, at }
    if (value > figures.max.value) figures.max = { value, at }
    figures.last = value
  })
  if (!figures) return undefined
  return { ...figures, gained, mean: weight > 0 ? area / weight : figures.mean }
}
