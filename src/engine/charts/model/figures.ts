import { type Figures, keyFigures } from '#gateway/lib/values/figures.ts'
import { type NumberTrack, numbersWithin } from './lines.ts'
import type { Range } from './range.ts'

export type { Figures }

/** Key figures of a number over the part of a range that is over; undefined where nothing is known of it. */
export const figuresOf = (track: NumberTrack, range: Range, now: number): Figures | undefined =>
  keyFigures(numbersWithin(track, range), range, now)
