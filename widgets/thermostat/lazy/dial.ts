import { clamp } from '../../shared/numbers.ts'
import { type Ends, shareOf, valueAt } from '../../shared/track.ts'

/** The dial is open below: it begins at the lower left and goes 270 degrees round (look: thermostat). */
const FROM = 135
const SWEEP = 270
export const SIZE = 300
export const CENTRE = SIZE / 2
export const RADIUS = 138

export interface Point {
  x: number
  y: number
}

const round = (value: number): number => Math.round(value * 100) / 100

/** A point at a share, 0 to 1, of the way round. */
export function pointAt(share: number, radius = RADIUS): Point {
  const angle = ((FROM + SWEEP * share) * Math.PI) / 180
  return { x: round(CENTRE + radius * Math.cos(angle)), y: round(CENTRE + radius * Math.sin(angle)) }
}

/** The stroke from one share to another. */
export function arc(from: number, to: number): string {
  const [a, b] = [pointAt(from), pointAt(to)]
  const large = (to - from) * SWEEP > 180 ? 1 : 0
  return `M${a.x} ${a.y}A${RADIUS} ${RADIUS} 0 ${large} 1 ${b.x} ${b.y}`
}

export const shareAt = (value: number, ends: Ends): number => shareOf(value, ends) / 100

/** The value under a finger; below the opening the nearer end counts. `x` and `y` are counted from the centre. */
export function valueUnder({ x, y }: Point, ends: Ends): number {
  const angle = ((Math.atan2(y, x) * 180) / Math.PI + 360 - FROM) % 360
  const share = angle <= SWEEP ? angle / SWEEP : angle < SWEEP + (360 - SWEEP) / 2 ? 1 : 0
  return valueAt(clamp(share, { min: 0, max: 1 }), ends)
}

const MOST_TICKS = 60

/** Marks at each half step of the range, fewer where they would touch; every fourth is long. */
export function ticks({ min, max, step }: Ends): readonly { share: number; long: boolean }[] {
  const wanted = Math.round(((max - min) / step) * 2)
  const count = Math.max(1, Math.min(MOST_TICKS, wanted))
  return Array.from({ length: count + 1 }, (_, index) => ({ share: index / count, long: index % 4 === 0 }))
}
