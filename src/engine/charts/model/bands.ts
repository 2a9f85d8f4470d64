import type { RawValue } from '../../widget.ts'
import type { Range } from './range.ts'
import { type Track, within } from './track.ts'

/** A stretch during which a value was the same. */
export interface Band extends Range {
  value: RawValue
}

/** The values of a range as stretches without gaps between them, up to now: what comes later nobody knows. */
export function bandsOf(track: Track, { from, to }: Range, now: number): Band[] {
  const { times, values } = within(track, { from, to })
  const end = Math.min(to, now)
  const bands: Band[] = []
  times.forEach((at, place) => {
    const value = values[place] ?? null
    const begins = Math.max(at, from)
    const ends = Math.min(times[place + 1] ?? end, end)
    if (ends <= begins) return
    const last = bands.at(-1)
    // Reported once more it is no other.
    if (last && last.to === begins && last.value === value) last.to = ends
    else bands.push({ from: begins, to: ends, value })
  })
  return bands
}

/** How long something held, ms. */
export const lengthOf = (bands: readonly Range[]): number =>
  bands.reduce((sum, { from, to }) => sum + (to - from), 0)

/** Stretches as they can be seen: those that are alike and nearer than `least` to each other are one. */
export function condensed<One extends Range & { tone?: unknown }>(
  bands: readonly One[],
  least: number,
): readonly One[] {
  const seen: One[] = []
  for (const band of bands) {
    const last = seen.at(-1)
    if (last && last.tone === band.tone && band.from - last.to < least && band.to - last.from < least * 4)
      seen[seen.length - 1] = { ...last, to: band.to }
    else seen.push(band)
  }
  return seen
}
