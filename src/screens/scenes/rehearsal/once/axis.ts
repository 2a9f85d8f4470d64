/** A moment at which something begins, and how long what begins then takes. In ms from the begin of the run. */
export interface Begin {
  at: number
  lasts: number
}

export interface Axis {
  /** In ms: the run has done everything; it is drawn a little longer. */
  end: number
  /** How much there is to see: so many moments of the shortest width. */
  width: number
  /** Where a moment lies, 0 to 1. */
  place(at: number): number
  /** Which moment lies there. */
  moment(place: number): number
  /** Stretches in which nothing happens and that are drawn shorter than they are; how long they were set, in ms. */
  pauses: readonly { from: number; to: number; ms: number }[]
}

/** What happens at a moment is to be read, however short it is. */
const SHORTEST = 8000
/** Longer than that nothing needs to be drawn while one thing goes on. */
const LONGEST = 30_000
/** Longer than that nothing needs to be drawn where nothing happens. */
const LONGEST_PAUSE = 10_000

/** An axis on which time passes evenly while something happens, and long pauses are short. */
export function axisOf(begins: readonly Begin[]): Axis {
  const moments = [...new Set(begins.map(({ at }) => at))].sort((a, b) => a - b)
  const points = [{ at: 0, drawn: 0 }]
  const pauses: { from: number; to: number; ms: number }[] = []
  let drawn = 0
  const on = (at: number, by: number): void => {
    drawn += by
    points.push({ at, drawn })
  }
  /** `ms` is how long it was set, from the moment before: what happens takes a share of it. */
  const pause = (from: number, to: number, ms: number): void => {
    const by = Math.min(to - from, LONGEST_PAUSE)
    if (to - from > by) pauses.push({ from: drawn, to: drawn + by, ms })
    on(to, by)
  }
  if (moments[0] !== undefined && moments[0] > 0) pause(0, moments[0], moments[0])
  for (const [place, at] of moments.entries()) {
    const next = moments[place + 1]
    const lasts = Math.max(0, ...begins.filter((one) => one.at === at).map((one) => one.lasts))
    const busy = Math.min(Math.max(lasts, SHORTEST), next === undefined ? Infinity : next - at)
    // What follows at once is still to be read by itself.
    on(at + busy, Math.min(Math.max(busy, SHORTEST), LONGEST))
    if (next !== undefined && next > at + busy) pause(at + busy, next, next - at)
  }
  const whole = drawn || SHORTEST
  return {
    end: Math.max(0, ...begins.map(({ at, lasts }) => at + lasts)),
    width: whole / SHORTEST,
    place: (at) => between(points, 'at', 'drawn', at) / whole,
    moment: (place) => between(points, 'drawn', 'at', place * whole),
    pauses: pauses.map(({ from, to, ms }) => ({ from: from / whole, to: to / whole, ms })),
  }
}

type Point = Readonly<Record<'at' | 'drawn', number>>

/** Along the line through the points. */
function between(points: readonly Point[], from: keyof Point, to: keyof Point, value: number): number {
  let before = points[0] as Point
  for (const point of points) {
    if (point[from] > value) {
      const share = (value - before[from]) / (point[from] - before[from])
      return before[to] + share * (point[to] - before[to])
    }
    before = point
  }
  return before[to]
}
